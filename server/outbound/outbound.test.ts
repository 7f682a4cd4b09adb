import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isInternal, leadsInside, readAllowed } from './internal-addresses'
import { createOutbound, OutboundError, type Address } from './outbound'

const nothing = undefined

/** Sixty ways to write a forbidden address, as somebody would try them. */
const INSIDE = `
  http://127.0.0.1/ http://127.1/ http://127.0.1/ http://127.255.255.254/ http://2130706433/ http://0x7f000001/
  http://0x7f.0.0.1/ http://0x7f.1/ http://017700000001/ http://0177.0.0.1/ http://0177.1/ http://127.0.0.1:8080/
  http://127.0.0.1./ http://0/ http://0.0.0.0/ http://0x0/ http://00000000/ http://10.0.0.1/ http://10.1/ http://167772161/
  http://0xa000001/ http://012.0.0.1/ http://172.16.0.1/ http://172.31.255.255/ http://2886729729/ http://192.168.0.1/
  http://192.168.1/ http://3232235521/ http://0xc0a80001/ http://0300.0250.0.1/ http://169.254.169.254/latest/meta-data
  http://2852039166/ http://0xa9fea9fe/ http://0251.0376.0251.0376/ http://169.254.43518/ http://100.64.0.1/
  http://198.18.0.1/ http://192.0.2.1/ http://198.51.100.7/ http://203.0.113.7/ http://224.0.0.1/ http://239.255.255.250/
  http://240.0.0.1/ http://255.255.255.255/ http://[::1]/ http://[0:0:0:0:0:0:0:1]/ http://[::]/ http://[::ffff:127.0.0.1]/
  http://[::ffff:7f00:1]/ http://[::ffff:169.254.169.254]/ http://[::127.0.0.1]/ http://[64:ff9b::7f00:1]/
  http://[2002:7f00:1::]/ http://[2001:0:7f00:1::]/ http://[fe80::1]/ http://[fc00::1]/ http://[fd12:3456::1]/
  http://[fec0::1]/ http://[ff02::1]/ http://[2001:db8::1]/ http://localhost/ http://LOCALHOST:4000/ http://localhost./
  http://api.localhost/ http://printer.local/ http://metadata.google.internal/ http://１２７.０.０.１/ http://①②⑦.0.0.1/
  https://user:secret@127.0.0.1/ http://127。0。0。1/
`
  .trim()
  .split(/\s+/)

describe('addresses that lead inside', () => {
  it.each(INSIDE)('T63 knows %s for one as it is written', (url) => {
    expect(leadsInside(url, nothing)).toBe(true)
  })

  it('T63 knows sixty of them and more, and lets the open internet be', () => {
    expect(new Set(INSIDE).size).toBeGreaterThanOrEqual(60)
    for (const url of ['https://example.org/x', 'http://1.1.1.1/', 'http://[2606:4700::1111]/', 'https://172.32.0.1/'])
      expect(leadsInside(url, nothing), url).toBe(false)
    for (const address of ['1.1.1.1', '172.15.0.1', '100.128.0.1', '2606:4700::1111'])
      expect(isInternal(address), address).toBe(false)
    for (const none of ['', 'localhost', '127.1', '::g']) expect(isInternal(none), none).toBe(true)
  })

  it('lets through what the operator has named, and nothing beside it', () => {
    expect(readAllowed(' , ')).toBeUndefined()
    const allowed = readAllowed(' 127.0.0.1, 10.1.0.0/16 ,fd00::/8')
    for (const one of ['127.0.0.1', '10.1.2.3', 'fd00::1'])
      expect(leadsInside(`http://[${one}]`.replace(/\[([\d.]+)\]/, '$1'), allowed)).toBe(false)
    for (const one of ['http://127.0.0.2/', 'http://10.2.0.1/', 'http://[fe80::1]/'])
      expect(leadsInside(one, allowed), one).toBe(true)
    for (const wrong of ['localhost', '127.0.0.1/x', '10.0.0.0/99', '*'])
      expect(() => readAllowed(wrong), wrong).toThrow(RangeError)
  })
})

describe('handing something to another server', () => {
  let server: Server
  let port: number
  let answer: (request: IncomingMessage, response: ServerResponse) => void
  const received: { url: string | undefined; host: string | undefined; body: string }[] = []
  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')))
      request.on('end', () => {
        received.push({ url: request.url, host: request.headers.host, body })
        answer(request, response)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    ;({ port } = server.address() as AddressInfo)
  })
  afterAll(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  beforeEach(() => {
    received.length = 0
    answer = (_, response) => void response.writeHead(204).end()
  })

  const loopback = readAllowed('127.0.0.1')
  const to =
    (...addresses: string[]) =>
    async (): Promise<Address[]> =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  const failure = async (sent: Promise<unknown>) => {
    const error = await sent.then(
      () => null,
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(OutboundError)
    return (error as OutboundError).code
  }
  const at = (host: string, path = '/hook') => `http://${host}:${port}${path}`

  it('connects to the address that was looked at, under the name that was asked for', async () => {
    const { post } = createOutbound({ resolve: to('127.0.0.1'), allowed: loopback })
    expect((await post(at('hooks.example.org'), '{"ação":1}', {})).status).toBe(204)
    expect(received).toEqual([{ url: '/hook', host: `hooks.example.org:${port}`, body: '{"ação":1}' }])
  })

  it('T63 speaks to nothing inside, whatever the name resolves to and whichever of several it is', async () => {
    for (const inside of ['127.0.0.1', '::1', '169.254.169.254', '10.0.0.1', '::ffff:127.0.0.1', '64:ff9b::a00:1']) {
      const { post } = createOutbound({ resolve: to('93.184.216.34', inside) })
      expect(await failure(post(at('hooks.example.org'), '', {})), inside).toBe('INTERNAL_ADDRESS')
    }
    for (const url of INSIDE.filter((one) => !/local|internal/i.test(one)))
      expect(await failure(createOutbound().post(url, '', {})), url).toBe('INTERNAL_ADDRESS')
    expect(received).toEqual([])
  })

  it('T63 is not led elsewhere by a name that resolves otherwise a moment later', async () => {
    const asked: string[] = []
    // Open on the first look, inside from then on.
    const resolve = async (host: string) => {
      asked.push(host)
      return to(asked.length === 1 ? '127.0.0.1' : '127.0.0.2')()
    }
    const { post } = createOutbound({ resolve, allowed: loopback })
    await post(at('rebinding.example.org'), '', {})
    expect(asked).toEqual(['rebinding.example.org'])
    expect(await failure(post(at('rebinding.example.org'), '', {}))).toBe('INTERNAL_ADDRESS')
    expect(received).toHaveLength(1)
  })

  it('T63 follows no redirect, and takes only a yes for one', async () => {
    const { post } = createOutbound({ allowed: loopback })
    for (const [status, code] of [
      [301, 'REDIRECTED'],
      [302, 'REDIRECTED'],
      [307, 'REDIRECTED'],
      [400, 'REFUSED'],
      [500, 'REFUSED'],
    ] as const) {
      answer = (_, response) => void response.writeHead(status, { location: at('127.0.0.1', '/inside') }).end()
      expect(await failure(post(at('127.0.0.1'), '', {})), String(status)).toBe(code)
    }
    expect(received.map(({ url }) => url)).toEqual(Array(5).fill('/hook'))
  })

  it('T63 reads 64 KiB of an answer and no more, and waits no longer than it may', async () => {
    const { post } = createOutbound({ allowed: loopback })
    answer = (_, response) => void response.end('x'.repeat(64 * 1024))
    expect((await post(at('127.0.0.1'), '', {})).text).toHaveLength(64 * 1024)
    answer = (_, response) => void response.end('x'.repeat(64 * 1024 + 1))
    expect(await failure(post(at('127.0.0.1'), '', {}))).toBe('TOO_LARGE')
    answer = () => {}
    const hasty = createOutbound({ allowed: loopback, timeoutMs: 50 })
    expect(await failure(hasty.post(at('127.0.0.1'), '', {}))).toBe('TIMEOUT')
    const never = createOutbound({ resolve: () => new Promise(() => {}), timeoutMs: 50 })
    expect(await failure(never.post('http://slow.example.org/', '', {}))).toBe('TIMEOUT')
  })

  it('says what cannot be reached, and speaks http and https alone', async () => {
    const { post } = createOutbound({ resolve: async () => [], allowed: loopback })
    expect(await failure(post('http://nowhere.example.org/', '', {}))).toBe('NOT_RESOLVED')
    expect(await failure(post('http://127.0.0.1:1/', '', {}))).toBe('UNREACHABLE')
    for (const url of ['ftp://example.org/', 'file:///etc/passwd', 'gopher://example.org/'])
      expect(await failure(post(url, '', {})), url).toBe('REFUSED')
  })
})
