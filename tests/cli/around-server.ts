import { readFileSync } from 'node:fs'
import { createServer, request, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { root } from './golden'

/** A certificate of nobody's authority for tocsin.test and 127.0.0.1, valid for a hundred years. */
export const certificate = join(root, 'tests/cli/tls/certificate.pem')

export type Running = { port: number; close: () => Promise<void> }

export async function listening(server: Server): Promise<Running> {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
  }
}

/** Starts a server over plain HTTP. */
export const answering = (answer: RequestListener): Promise<Running> => listening(createServer(answer))

/** Hands every request on to a server, without `prefix` before its path. */
export const forward =
  (url: string, prefix = ''): RequestListener =>
  (asked, answer) => {
    const path = asked.url ?? ''
    if (!path.startsWith(`${prefix}/`)) return void answer.writeHead(404).end()
    const onward = request(
      url + path.slice(prefix.length),
      { method: asked.method, headers: asked.headers },
      (answered) => {
        answer.writeHead(answered.statusCode ?? 502, answered.headers)
        answered.pipe(answer)
      },
    )
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  }

/** Starts a server that stands before another, with TLS and a certificate of nobody's authority. */
export const secured = (url: string): Promise<Running> =>
  listening(
    createSecureServer(
      { cert: readFileSync(certificate), key: readFileSync(join(root, 'tests/cli/tls/key.pem')) },
      forward(url),
    ),
  )

/** Starts a server that stands before another, below a path. */
export const below = (url: string, prefix: string): Promise<Running> => answering(forward(url, prefix))

export type Proxy = Running & { asked: { target: string; authorization: string | undefined }[] }

/**
 * Starts a proxy that opens tunnels to 127.0.0.1, whatever host it is asked for. With `authorization` it refuses every
 * request without that value; `silent`: it never answers.
 */
export async function tunnelling(
  options: { authorization?: string; silent?: boolean; status?: number } = {},
): Promise<Proxy> {
  const asked: Proxy['asked'] = []
  const server = createServer((_, answer) => void answer.writeHead(400).end())
  server.on('connect', (call, socket: Socket, head: Buffer) => {
    const authorization = call.headers['proxy-authorization']
    asked.push({ target: call.url ?? '', authorization })
    if (options.silent) return
    socket.on('error', () => undefined)
    const status = options.status ?? (options.authorization === authorization ? 200 : 407)
    if (status !== 200) return void socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`)
    const onward = connect(Number((call.url ?? '').split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      onward.write(head)
      onward.pipe(socket)
      socket.pipe(onward)
    })
    onward.on('error', () => socket.destroy())
  })
  return { ...(await listening(server)), asked }
}
