import { Turns, type Bounds, type Party } from '../db/turns'

export type SignInLine = {
  /**
   * Runs work of a sign-in in the network's turn. Throws DatabaseError BUSY at once, before any query, if too many
   * wait.
   */
  inTurn: <T>(network: string, work: () => Promise<T>) => Promise<T>
  /** Remembers a network from which a user has signed in. */
  remember: (network: string) => void
}

export type SignInLineOptions = { concurrency?: number; maxQueued?: number; maxWaitMs?: number }

/** The number of networks with a recent sign-in that this process remembers. */
const REMEMBERED = 10_000

/**
 * Returns the line of all sign-ins, in front of that of the database. It counts sign-ins from their arrival, so that
 * many of them never fill the lines of other requests (T41). Networks take turns. Those with a recent sign-in have one
 * place that no other network takes, and half of the turns.
 */
export function createSignInLine({
  concurrency = 4,
  maxQueued = 100,
  maxWaitMs = 20_000,
}: SignInLineOptions = {}): SignInLine {
  const seen = new Set<string>()
  const each: Bounds = { tenant: concurrency, actor: 2, waiting: Math.ceil(maxQueued / 2), cost: 1 }
  const strangers: Bounds = { ...each, tenant: Math.max(1, concurrency - 1) }
  const turns = new Turns({
    size: concurrency,
    limit: maxQueued,
    maxWaitMs,
    bounds: ({ tenant }: Party) => (tenant === 'seen' ? each : strangers),
  })
  return {
    inTurn: async (network, work) => {
      const turn = await turns.take({ tenant: seen.has(network) ? 'seen' : 'strangers', actor: network })
      try {
        return await work()
      } finally {
        turn.end()
      }
    },
    remember(network) {
      // Removing and adding it again makes it the newest.
      seen.delete(network)
      seen.add(network)
      const [oldest] = seen
      if (oldest !== undefined && seen.size > REMEMBERED) seen.delete(oldest)
    },
  }
}
