import { usageError } from '../command-error'
import type { Io } from '../io'
import { LOOPBACK } from '../settings'

/** Returns a variable in lower case, as curl has it, or else in upper case; an empty one is none. */
const variable = (env: Io['env'], name: string): string | undefined => env[name.toLowerCase()] || env[name] || undefined

const DEFAULT_PORT: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/**
 * Returns whether NO_PROXY keeps requests from the proxy: hosts with commas or blanks between, each with those below
 * it; `*` is all. With a port, only on that port.
 */
function isExempt({ hostname, port, protocol }: URL, env: Io['env']): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return (variable(env, 'NO_PROXY') ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      const [, name = entry, only] = /^(.*[^:]):(\d+)$/.exec(entry) ?? []
      if (only !== undefined && only !== (port || DEFAULT_PORT[protocol])) return false
      const bare = name.replace(/^\[|\]$/g, '').replace(/^\*?\.?/, '')
      return name === '*' || (bare !== '' && (host === bare || host.endsWith(`.${bare}`)))
    })
}

export type Proxy = {
  /** The address without name and password. */
  url: string
  /** The value of `Proxy-Authorization`, if the address has a name. */
  authorization: string | undefined
}

/**
 * Returns the proxy on the way to an address: that of HTTPS_PROXY or HTTP_PROXY, by the scheme of the address. This
 * machine is reached without one. Refuses an address of a proxy that is none.
 */
export function proxyFor(url: URL, env: Io['env']): Proxy | null {
  const name = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY'
  const text = variable(env, name)
  if (text === undefined || LOOPBACK.test(url.hostname) || isExempt(url, env)) return null
  const full = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`
  const proxy = URL.canParse(full) ? new URL(full) : undefined
  // The address is not shown: it may hold a password.
  if (!proxy || !/^https?:$/.test(proxy.protocol))
    throw usageError('cli.usage.proxy', { variable: name }, { field: name })
  const [username, password] = [proxy.username, proxy.password].map(decodeURIComponent)
  return {
    url: proxy.origin,
    authorization: username ? `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` : undefined,
  }
}
