import pg from 'pg'
import type { ClientConfig } from 'pg'

/** The pause before a lost connection is opened again, in ms. */
const PAUSE = 1_000

/** The statement after which a connection is told of happenings (migration 0034). */
export const LISTEN = 'listen tocsin_happenings'

/**
 * Listens on a connection of its own, which is no part of a pool. It is opened again whenever it is lost, and `heard` is
 * then called for what was missed.
 */
export function listenApart(connection: ClientConfig, heard: () => void): { stop: () => Promise<void> } {
  let stopped = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined

  const lose = (lost: pg.Client) => {
    if (client !== lost) return
    client = undefined
    lost.end().catch(() => undefined)
    if (!stopped) timer = setTimeout(() => void open(), PAUSE).unref()
  }
  const open = async () => {
    const opened = new pg.Client({ ...connection, keepAlive: true })
    client = opened
    opened.on('error', () => lose(opened)).on('end', () => lose(opened))
    opened.on('notification', heard)
    try {
      await opened.connect()
      await opened.query(LISTEN)
      heard()
    } catch {
      lose(opened)
    }
  }
  const opening = open()
  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      const last = client
      client = undefined
      await opening
      await last?.end().catch(() => undefined)
    },
  }
}
