import type { Agent } from 'node:http'
import type { SecureContext } from 'node:tls'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { usageError } from '../command-error'
import type { Context } from '../context'
import { withPath } from '../file-error'
import { directWay, type Way } from '../transport'
import { proxyFor, type Proxy } from './proxy'

type World = Pick<Context, 'io' | 'settings'>

/** Returns the way to an address: with the certificates of --ca or TOCSIN_CA, through a proxy if one is set. */
export async function makeWay(url: URL, { io, settings }: World): Promise<Way> {
  const isSecure = url.protocol === 'https:'
  if (settings.ca !== undefined && !isSecure)
    throw usageError('cli.usage.idleFlag', { flag: '--ca' }, { field: '--ca', hint: { key: 'cli.hints.caNeedsTls' } })
  const file = settings.ca ?? (io.env['TOCSIN_CA'] || undefined)
  const proxy = proxyFor(url, io.env)
  const way = await directWay(url)
  if (file === undefined && !proxy) return way
  // The agent of the direct way has no connection yet.
  const options =
    file === undefined || !isSecure ? {} : { secureContext: await trusting(resolve(io.cwd, file), io.env) }
  if (!proxy) return { ...way, options }
  return { ...way, options, agent: await throughProxy(proxy, options), proxy: proxy.url }
}

async function throughProxy({ url, authorization }: Proxy, options: { secureContext?: SecureContext }): Promise<Agent> {
  const { HttpsProxyAgent } = await import('https-proxy-agent')
  // Name and password go in a header of their own: the agent logs its address where DEBUG is set.
  const headers = authorization === undefined ? {} : { 'Proxy-Authorization': authorization }
  return new HttpsProxyAgent(url, { keepAlive: true, headers, ...options })
}

/** Returns what trusts the roots of Node, those of NODE_EXTRA_CA_CERTS, which Node then passes over, and a file's. */
async function trusting(path: string, env: World['io']['env']): Promise<SecureContext> {
  const { createSecureContext, rootCertificates } = await import('node:tls')
  const { X509Certificate } = await import('node:crypto')
  const text = read(path)
  try {
    // Refuses a file without one, which TLS would pass over in silence.
    void new X509Certificate(text)
  } catch {
    throw usageError('cli.usage.certificates', { path }, { field: '--ca' })
  }
  const extra = env['NODE_EXTRA_CA_CERTS']
  return createSecureContext({ ca: [...rootCertificates, ...(extra ? [read(extra)] : []), text] })
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw withPath(error as Error, path)
  }
}
