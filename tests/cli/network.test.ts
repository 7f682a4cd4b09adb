import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { noFaults, readFaults } from '../../server/faults'
import { startWorld, type TestWorld } from '../world'
import { answering, below, certificate, secured, tunnelling, type Running } from './around-server'
import type { Ran } from './golden'
import { runInWorld } from './run-within'

let world: TestWorld
let folder: string
let token: string
const open: Running[] = []

beforeAll(async () => {
  world = await startWorld()
  await world.listen()
  token = await world.token('root')
  folder = mkdtempSync(join(tmpdir(), 'tocsin-network-'))
})
afterEach(async () => {
  world.faults.current = noFaults
  for (const one of open.splice(0)) await one.close()
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const kept = async <T extends Running>(starting: Promise<T>): Promise<T> => {
  const made = await starting
  open.push(made)
  return made
}

type Options = { env?: Record<string, string | undefined>; stdin?: string; terminal?: boolean }

/** Runs a command line as root, and returns the pauses that it made as well, in ms. */
async function tocsin(
  words: string[],
  { env = {}, stdin = '', terminal }: Options = {},
): Promise<Ran & { pauses: number[] }> {
  const pauses: number[] = []
  const pause = async (milliseconds: number) => {
    // A stream tries for ever.
    if (pauses.push(milliseconds) > 100) throw new Error('too many pauses')
  }
  let drawn = ''
  const stderr = {
    isTerminal: true,
    width: 80,
    write: async (text: string | Uint8Array) => void (drawn += String(text)),
  }
  const ran = await runInWorld(
    words,
    {
      world,
      cwd: folder,
      env: { TOCSIN_HOST: world.url, TOCSIN_TOKEN: token, TOCSIN_LOCALE: 'en-US', TOCSIN_CONFIG_DIR: folder, ...env },
      stdin: Buffer.from(stdin),
    },
    { pause, ...(terminal ? { stderr } : {}) },
  )
  return { ...ran, ...(terminal ? { stderr: drawn } : {}), pauses }
}

const fail = (text: string) => {
  let requests = 0
  const faults = readFaults(text, async () => undefined)
  world.faults.current = (point, request) => {
    if (point === 'request') requests++
    return faults(point, request)
  }
  return () => requests
}

const errorIn = ({ stderr }: Ran) =>
  (JSON.parse(stderr.trim().split('\n').at(-1)!) as { error: Record<string, unknown> }).error

describe('C09 a server that is busy or fails', () => {
  it.each(['request:busy@3', 'request:error@3', 'request:drop@3'])('ends no list of many pages: %s', async (fault) => {
    const all = ['sites', 'list', '--all', '-o', 'ids']
    const calm = await tocsin(all)
    expect(calm.stdout.split('\n').length).toBeGreaterThan(1000)
    fail(fault)
    const { exit, stdout, stderr, pauses } = await tocsin(all)
    expect({ exit, stdout, stderr }).toEqual({ exit: 0, stdout: calm.stdout, stderr: '' })
    expect(pauses.length).toBeGreaterThan(0)
    fail(fault)
    const never = await tocsin([...all, '--retry', '0'])
    expect([never.exit, never.pauses]).toEqual([fault === 'request:error@3' ? 1 : 9, []])
  })

  it('is waited for as long as it asks, and as often as --retry or TOCSIN_RETRY says', async () => {
    const list = ['sites', 'list', '--limit=1']
    for (const [more, env, times] of [
      [[], {}, 3],
      [['--retry=5'], { TOCSIN_RETRY: '1' }, 5],
      [[], { TOCSIN_RETRY: '1' }, 1],
      [[], { TOCSIN_RETRY: '' }, 3],
      [['--retry', '0'], {}, 0],
    ] as [string[], Record<string, string>, number][]) {
      const requests = fail('request:busy')
      const { exit, pauses } = await tocsin([...list, ...more], { env })
      expect([exit, pauses, requests()]).toEqual([9, Array(times).fill(1000), times + 1])
    }
  })

  it('is waited for by writes with a key, of one and of many, and by imports', async () => {
    const create = ['projects', 'create', '--client=Vazia', '--name=Once', '--description=x', '-o', 'ids']
    fail('answer:drop')
    const lost = await tocsin([...create, '--retry', '2'])
    expect([lost.exit, lost.pauses.length]).toEqual([1, 2])
    const requests = fail('request:error@2')
    const codes = await tocsin(['registration-codes', 'create', '--client=Vazia', '--count=3', '-o', 'ids'])
    expect([codes.exit, codes.stdout.trim().split('\n').length]).toEqual([0, 3])
    expect(requests()).toBeGreaterThan(4)
    fail('request:busy')
    const never = await tocsin(['registration-codes', 'create', '--client=4', '--count=3', '--retry=0'])
    expect([never.exit, never.pauses]).toEqual([9, []])
  })

  it('is not asked again for what a repeat does not cure', async () => {
    const requests = fail('request:busy@99')
    for (const words of [
      ['sites', 'get', '999999', '--retry=9'],
      ['api', 'sites?order=nope', '--retry=9'],
    ]) {
      const before = requests()
      const ran = await tocsin([...words, '-o', 'json'])
      expect([ran.pauses, requests() - before, errorIn(ran)['retryable']]).toEqual([[], 1, false])
    }
  })

  it('is told of on a terminal and with --debug, and never in the output', async () => {
    const list = ['sites', 'list', '--limit=1', '-o', 'ids']
    fail('request:busy@2')
    await tocsin(list)
    expect(await tocsin(list)).toMatchObject({ exit: 0, stderr: '' })
    await tocsin(list, { terminal: true })
    const told = 'HTTP 503; retry 1 of 3 in 1 s\n'
    fail('request:busy@2')
    await tocsin(list)
    expect((await tocsin(list, { terminal: true })).stderr).toContain(told)
    fail('request:busy@2')
    await tocsin(list)
    expect((await tocsin([...list, '--debug', '--locale=pt-BR'])).stderr).toContain(
      'HTTP 503: de novo em 1 s (1 de 3)\n',
    )
    fail('request:busy@2')
    await tocsin(list)
    expect((await tocsin([...list, '--quiet'], { terminal: true })).stderr).toBe('')
  })
})

describe('C11 a failure on the way', () => {
  const list = ['sites', 'list', '--retry=0']

  it('names the address and the cause, and is temporary only if a repeat may cure it', async () => {
    const cutting = await kept(answering((call) => void call.socket.destroy()))
    const silent = await kept(answering(() => undefined))
    const half = await kept(answering((_, answer) => void answer.writeHead(200, { 'Content-Length': 9 }).write('{')))
    const garbled = await kept(answering((_, { socket }) => void socket?.end('220 mail.example.org ESMTP\r\n')))
    const safe = await kept(secured(world.url))
    const at = (port: number) => `http://127.0.0.1:${port}`
    for (const [address, cause, exit, text] of [
      ['http://127.0.0.1:1', 'ECONNREFUSED', 9, 'the connection was refused'],
      ['https://tocsin.invalid', 'ENOTFOUND', 1, 'no host has this name'],
      [at(cutting.port), 'ECONNRESET', 9, 'closed the connection'],
      [at(silent.port), 'TIMEOUT', 9, 'was silent for 0.3 s'],
      [at(half.port), 'TIMEOUT', 9, 'was silent for 0.3 s'],
      [at(garbled.port), 'HPE_INVALID_CONSTANT', 1, 'does not speak HTTP'],
      [world.url.replace('http', 'https'), 'EPROTO', 1, 'does not speak TLS'],
      [`https://127.0.0.1:${safe.port}`, 'DEPTH_ZERO_SELF_SIGNED_CERT', 1, 'a certificate that is not trusted'],
    ] as const) {
      const env = { TOCSIN_HOST: address, TOCSIN_TIMEOUT: cause === 'TIMEOUT' ? '300ms' : '20s' }
      const ran = await tocsin([...list, '-o', 'json'], { env })
      const told = errorIn(ran)
      expect({ ...told, exit: ran.exit }, address).toMatchObject({
        code: cause === 'TIMEOUT' ? 'TIMEOUT' : 'NETWORK_ERROR',
        address,
        cause,
        exit,
        exitCode: exit,
        retryable: exit === 9,
        status: null,
      })
      expect(told['message'], address).toContain(text)
      expect(told['message'], address).toContain(address)
      expect(told['hint'], address).not.toBeNull()
      const portuguese = (await tocsin([...list, '--locale=pt-BR'], { env })).stderr
      expect(portuguese).toContain(address)
      expect(portuguese).not.toContain(text)
      expect(ran.stdout).toBe('')
    }
  })

  it('is not repeated where that cures nothing, and names its cause with --debug', async () => {
    const unknown = await tocsin(['sites', 'list', '--debug'], { env: { TOCSIN_HOST: 'https://tocsin.invalid' } })
    expect([unknown.exit, unknown.pauses]).toEqual([1, []])
    expect(unknown.stderr).toContain('< NETWORK_ERROR ENOTFOUND ')
  })

  it('C34 a redirect says where it leads and is not followed', async () => {
    const asked: (string | undefined)[] = []
    const goal = await kept(answering((call, answer) => (asked.push(call.url), void answer.end())))
    const moved = await kept(
      answering(
        (call, answer) =>
          void answer.writeHead(308, { Location: `http://127.0.0.1:${goal.port}/new${call.url}` }).end(),
      ),
    )
    const env = { TOCSIN_HOST: `http://127.0.0.1:${moved.port}` }
    for (const words of [list, ['projects', 'create', '--client=1', '--name=x', '--description=x']]) {
      const ran = await tocsin(words, { env })
      expect([ran.exit, ran.stdout]).toEqual([1, ''])
      expect(ran.stderr).toContain(`TOCSIN_HOST=http://127.0.0.1:${goal.port}/new\n`)
    }
    expect(errorIn(await tocsin([...list, '-o', 'json'], { env }))).toMatchObject({
      code: 'REDIRECTED',
      status: 308,
      retryable: false,
      location: `http://127.0.0.1:${goal.port}/new/api/sites`,
    })
    expect(asked).toEqual([])
  })
})

describe('C11 an answer that is none of a tocsin server', () => {
  const list = ['sites', 'list', '--retry=0']
  const portal = (status: number, type: string | null, text: string) =>
    kept(
      answering((_, answer) => void answer.writeHead(status, type === null ? {} : { 'Content-Type': type }).end(text)),
    )

  it('names the address and what came, and asks for no repeat', async () => {
    for (const [type, text, cause] of [
      ['text/html; charset=utf-8', '<html>Sign in to this network</html>', 'text/html; charset=utf-8'],
      [null, 'ok', 'INVALID_ANSWER'],
      ['application/json', '[]', 'application/json'],
    ] as const) {
      const { port } = await portal(200, type, text)
      const address = `http://127.0.0.1:${port}`
      const env = { TOCSIN_HOST: address }
      const words = text === '[]' ? [list] : [list, ['version', '--fields=server']]
      for (const line of words) {
        const ran = await tocsin([...line, '-o', 'json'], { env })
        expect(errorIn(ran), line.join(' ')).toMatchObject({
          code: 'INVALID_ANSWER',
          address,
          cause,
          exitCode: 1,
          retryable: false,
          hint: 'is --host or TOCSIN_HOST right?',
        })
        expect(errorIn(ran)['message']).toBe(
          `${address} answers as no tocsin server does: it sends ${type ?? 'no content type'}`,
        )
        expect((await tocsin([...line, '--locale=pt-BR'], { env })).stderr).toContain(
          `${address} não responde como um servidor tocsin: envia ${type ?? 'algo sem tipo'}`,
        )
      }
      const write = await tocsin(['projects', 'create', '--client=1', '--name=x', '--description=x'], { env })
      expect([write.exit, write.pauses]).toEqual([1, []])
      expect(write.stderr).toContain(`error: ${address} answers as no tocsin server does`)
    }
  })

  it('names the address of a proxy in front, which may have its server back soon', async () => {
    for (const status of [502, 503]) {
      const { port } = await portal(status, 'text/html', '<h1>Bad gateway</h1>')
      const address = `http://127.0.0.1:${port}`
      const env = { TOCSIN_HOST: address, TOCSIN_RETRY: '0' }
      const create = ['projects', 'create', '--client=1', '--name=x', '--description=x', '--idempotency-key=k']
      for (const line of [list, ['version', '--fields=server'], ...(status === 502 ? [create] : [])]) {
        const ran = await tocsin([...line, '-o', 'json'], { env })
        expect(errorIn(ran), line.join(' ')).toMatchObject({
          code: `HTTP_${status}`,
          message: `${address} answered HTTP ${status} without a message`,
          address,
          exitCode: 9,
        })
      }
    }
    const { port } = await portal(404, 'text/html', '<h1>Not found</h1>')
    const lost = await tocsin(list, { env: { TOCSIN_HOST: `http://127.0.0.1:${port}` } })
    expect([lost.exit, lost.stderr]).toEqual([
      6,
      `error: http://127.0.0.1:${port} answered HTTP 404 without a message (HTTP_404)\nhint: is --host or TOCSIN_HOST right?\n`,
    ])
  })
})

describe('C32 a server below a path', () => {
  it('is reached by every call, streams included', async () => {
    const { port } = await kept(below(world.url, '/alarm/tocsin'))
    const TOCSIN_HOST = `http://127.0.0.1:${port}/alarm/tocsin/`
    const env = { TOCSIN_HOST, TOCSIN_TOKEN: undefined, TOCSIN_CONFIG_DIR: join(folder, 'below') }
    const login = await tocsin(['auth', 'login', '--username=root', '--password-stdin'], { env, stdin: 'Demo1234\n' })
    expect([login.exit, login.stderr]).toEqual([0, expect.stringContaining(TOCSIN_HOST.slice(0, -1))])
    const read = await tocsin(['clients', 'list', '-o', 'ids'], { env })
    expect([read.exit, read.stdout.split('\n')[0]]).toEqual([0, '2'])
    const watch = await tocsin(['alerts', 'watch', '--for=0s', '-o', 'ids'], { env })
    expect([watch.stderr, watch.exit]).toEqual(['', 0])
    expect((await tocsin(['clients', 'list'], { env: { ...env, TOCSIN_HOST: `http://127.0.0.1:${port}` } })).exit).toBe(
      4,
    )
  })

  it.each(['http://h/p?x=1', 'http://h/#x', 'http://me:secret@h', 'ftp://h', 'h'])('refuses %s', async (host) => {
    const { exit, stderr } = await tocsin(['sites', 'list', '--host', host])
    expect([exit, stderr.includes('is not the address of a server'), stderr.includes('secret')]).toEqual([
      2,
      true,
      false,
    ])
  })
})

describe('C33 between here and the server', () => {
  const read = ['clients', 'list', '-o', 'ids', '--retry=0']
  const ids = '2\n3\n4\n1\n'

  it('a certificate of --ca or TOCSIN_CA is trusted, and no other', async () => {
    const { port } = await kept(secured(world.url))
    const TOCSIN_HOST = `https://127.0.0.1:${port}`
    expect(await tocsin([...read, '--ca', certificate], { env: { TOCSIN_HOST } })).toMatchObject({
      exit: 0,
      stdout: ids,
    })
    expect(await tocsin(read, { env: { TOCSIN_HOST, TOCSIN_CA: certificate } })).toMatchObject({ exit: 0, stdout: ids })
    const none = await tocsin(read, { env: { TOCSIN_HOST } })
    expect([none.exit, none.stderr]).toEqual([1, expect.stringContaining('--ca or TOCSIN_CA')])
    for (const [file, said] of [
      ['missing.pem', 'there is no file'],
      [join(folder, '..'), 'is a folder'],
      [import.meta.filename, 'holds no PEM certificate'],
    ] as const) {
      const refused = await tocsin([...read, '--ca', file], { env: { TOCSIN_HOST } })
      expect([refused.exit, refused.stderr]).toEqual([2, expect.stringContaining(said)])
    }
    const idle = await tocsin([...read, '--ca', certificate])
    expect([idle.exit, idle.stderr]).toEqual([2, expect.stringContaining('--ca has no effect here')])
  })

  it('a proxy opens the way, and its password is never shown', async () => {
    const { port } = await kept(secured(world.url))
    const authorization = `Basic ${Buffer.from('ana:s3cr:t').toString('base64')}`
    const proxy = await kept(tunnelling({ authorization }))
    const env = {
      TOCSIN_HOST: `https://tocsin.test:${port}`,
      TOCSIN_CA: certificate,
      HTTPS_PROXY: `http://ana:s3cr%3At@127.0.0.1:${proxy.port}`,
    }
    const ran = await tocsin([...read, '--debug'], { env })
    expect({ ...ran, pauses: 0, stderr: '' }).toEqual({ exit: 0, stdout: ids, stderr: '', pauses: 0 })
    expect(ran.stderr).not.toMatch(/s3cr/)
    expect(proxy.asked).toEqual([{ target: `tocsin.test:${port}`, authorization }])
    const made = await tocsin(['api', 'clients/4'], { env: { ...env, HTTPS_PROXY: '', https_proxy: env.HTTPS_PROXY } })
    expect([made.exit, proxy.asked.length]).toEqual([0, 2])
    const watch = await tocsin(['alerts', 'watch', '--for=0s', '-o', 'ids'], { env })
    expect([watch.stderr, watch.exit, proxy.asked.length]).toEqual(['', 0, 3])
    const wrong = await tocsin([...read, '-o', 'json'], { env: { ...env, HTTPS_PROXY: `127.0.0.1:${proxy.port}` } })
    expect(errorIn(wrong)).toMatchObject({ cause: 'PROXY_407', exitCode: 1, address: `http://127.0.0.1:${proxy.port}` })
  })

  it('a proxy that is busy, silent or away is named, and no proxy is asked about this machine or what NO_PROXY names', async () => {
    const { port } = await kept(secured(world.url))
    const base = { TOCSIN_HOST: `https://tocsin.test:${port}`, TOCSIN_CA: certificate, TOCSIN_TIMEOUT: '300ms' }
    const [busy, silent] = [await kept(tunnelling({ status: 503 })), await kept(tunnelling({ silent: true }))]
    for (const [proxyPort, cause] of [
      [busy.port, 'PROXY_503'],
      [silent.port, 'TIMEOUT'],
      [1, 'ECONNREFUSED'],
    ] as const) {
      const HTTPS_PROXY = `http://ana:geheim@127.0.0.1:${proxyPort}`
      const ran = await tocsin([...read, '-o', 'json'], { env: { ...base, HTTPS_PROXY } })
      expect(errorIn(ran)).toMatchObject({ cause, exitCode: 9, address: `http://127.0.0.1:${proxyPort}` })
      expect(ran.stderr).toContain('the proxy http://127.0.0.1')
      expect(ran.stderr).not.toContain('geheim')
    }
    const HTTPS_PROXY = 'http://127.0.0.1:1'
    const unknown = await tocsin([...read, '-o', 'json'], {
      env: { ...base, HTTPS_PROXY, NO_PROXY: 'other.test, .test' },
    })
    expect(errorIn(unknown)).toMatchObject({ cause: 'ENOTFOUND', address: base.TOCSIN_HOST })
    const here = { HTTPS_PROXY, HTTP_PROXY: HTTPS_PROXY, TOCSIN_CA: certificate }
    for (const TOCSIN_HOST of [world.url, `https://127.0.0.1:${port}`])
      expect(await tocsin(read, { env: { ...here, TOCSIN_HOST } })).toMatchObject({ exit: 0, stdout: ids })
    for (const wrong of ['socks5://127.0.0.1:1', 'http://u:geheim@', '::'])
      expect(await tocsin(read, { env: { ...base, HTTPS_PROXY: wrong } })).toMatchObject({
        exit: 2,
        stderr: expect.stringMatching(/^error: HTTPS_PROXY is not the address of a proxy(?!.*geheim)/),
      })
  })

  it.each(['--timeout=0s', '--timeout=5', '--timeout=1h', '--timeout=', '--retry=-1', '--retry=1.5', '--retry=101'])(
    'refuses %s',
    async (flag) => {
      const ran = await tocsin(['help', 'output', flag])
      expect([ran.exit, ran.stdout]).toEqual([2, ''])
      expect(ran.stderr).toContain(flag.split('=')[0])
    },
  )
})

describe('C12 an address without an account', () => {
  const env = (host: string) => ({
    TOCSIN_TOKEN: undefined,
    TOCSIN_HOST: host,
    TOCSIN_CONFIG_DIR: join(folder, 'accounts'),
  })

  it('is told from the addresses that there are accounts for', async () => {
    const elsewhere = 'https://tocsin.invalid'
    const first = errorIn(await tocsin(['sites', 'list', '-o', 'json'], { env: env(elsewhere) }))
    expect(first).toMatchObject({
      code: 'NOT_AUTHENTICATED',
      status: null,
      exitCode: 4,
      hint: null,
      next: 'tocsin auth login',
    })
    await tocsin(['auth', 'login', '--username=root', '--password-stdin'], { env: env(world.url), stdin: 'Demo1234\n' })
    for (const words of [
      ['sites', 'list'],
      ['auth', 'status'],
      ['auth', 'token'],
      ['profile', 'get'],
      ['alerts', 'watch'],
      ['auth', 'logout'],
    ]) {
      const ran = await tocsin([...words, '--host', elsewhere], { env: env(world.url) })
      expect([ran.exit, ran.stdout], words.join(' ')).toEqual([4, ''])
      expect(ran.stderr).toContain(`nobody is signed in to ${elsewhere}`)
      expect(ran.stderr).toContain(`the accounts here are for ${world.url}`)
    }
  })

  it('C64 auth logout forgets an account whose server is away, and says what the server was not told', async () => {
    const gone = await kept(below(world.url, '/gone'))
    const away = env(`http://127.0.0.1:${gone.port}/gone`)
    await tocsin(['auth', 'login', '--username=acme-admin', '--password-stdin'], { env: away, stdin: 'Demo1234\n' })
    await gone.close()
    const ran = await tocsin(['auth', 'logout'], { env: away })
    expect([ran.exit, ran.stdout]).toEqual([0, ''])
    expect(ran.stderr).toContain('the server could not be told that acme-admin signed out')
    expect(ran.stderr).toContain('ECONNREFUSED')
    expect((await tocsin(['auth', 'list', '-o', 'csv', '--fields=username'], { env: away })).stdout).not.toContain(
      'acme-admin',
    )
  })
})
