import { useEffect, useState } from 'react'

/** What `/readyz` says, or that nothing answered. */
export type Health = {
  state: 'asking' | 'ready' | 'unready' | 'unreachable'
  version?: string
  database?: 'embedded' | 'postgres'
}

const EVERY = 10_000

/** Reads an answer of `/readyz`: `{ status, version, database }`, 200 when ready, 503 when not. */
export const readHealth = (ok: boolean, body: unknown): Health => {
  const { version, database } = (typeof body === 'object' ? (body ?? {}) : {}) as Record<string, unknown>
  return {
    state: ok ? 'ready' : 'unready',
    ...(typeof version === 'string' ? { version } : {}),
    ...(database === 'embedded' || database === 'postgres' ? { database } : {}),
  }
}

const ask = async (signal: AbortSignal): Promise<Health> => {
  try {
    const response = await fetch('/readyz', { cache: 'no-store', headers: { accept: 'application/json' }, signal })
    return readHealth(response.ok, await response.json())
  } catch {
    return { state: 'unreachable' }
  }
}

/** The server's health, asked again every ten seconds. */
export const useHealth = (): Health => {
  const [health, setHealth] = useState<Health>({ state: 'asking' })
  useEffect(() => {
    const stop = new AbortController()
    const look = async () => {
      const found = await ask(stop.signal)
      if (!stop.signal.aborted) setHealth(found)
    }
    void look()
    const timer = setInterval(() => void look(), EVERY)
    return () => {
      stop.abort()
      clearInterval(timer)
    }
  }, [])
  return health
}
