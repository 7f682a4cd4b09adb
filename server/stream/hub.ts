import type { ServerResponse } from 'node:http'
import { ApiError } from '@tocsin/core/base/errors'
import { withActor, withServer, type Actor } from '../context/actor'
import { actorNow } from '../auth/programs'
import { placeOf } from '../log'
import { noteAnswered } from '../resources/alerts/handed-over'
import { Connection } from './connection'
import { isKnown, readBetween, type Happening } from './happenings'
import { contextOf, linesOf, linesWithin, viewOf, type Line, type LineParts } from './lines'
import { isBefore, type Position } from './position'
import { Reader } from './reader'

export type StreamOptions = {
  /** The time between two beats, after which the sessions are looked at as well, in ms (T82). */
  beat: number
  /** The longest time for which a session is believed without another look, in ms (T82). */
  believed: number
  /** The time after which the reader looks by itself, in ms. */
  poll: number
  /** The bytes that may wait for a slow reader. */
  queue: number
  /** The streams of one user; the oldest one ends for another. */
  perUser: number
  /** The streams of this process. */
  most: number
}

export const STREAM_OPTIONS: StreamOptions = {
  beat: 10_000,
  believed: 15_000,
  poll: 1_500,
  queue: 1024 * 1024,
  perUser: 20,
  most: 2_000,
}

/** The time after which a reader that takes nothing is gone, in ms. */
const GONE = 60_000
/** The time that sockets have to take the last line when the server stops, in ms. */
const LAST_LINE = 500
/** The happenings that are read at once to catch up, and those after which a reader is told to read anew. */
const PAGE = 200
const CATCH_UP = 5_000
/** The views that are read at the same time, so that requests find connections as well. */
const LANES = 2

/** The holder of a stream, who has a limit of streams. A person who is signed in as another one is another holder. */
export type Asker = { actor: Actor; holder: string }

type Subscriber = Asker & {
  connection: Connection
  view: string
  /** `joining` until it has caught up with the reader; `held` while its session was not looked at for too long. */
  state: 'joining' | 'live' | 'held'
  seenAt: number
}

/** The streams of this process: who reads, up to where, and what each of them is sent. */
export class Hub {
  readonly #of: LineParts
  readonly #options: StreamOptions
  readonly #reader: Reader
  readonly #subscribers = new Set<Subscriber>()
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  /** The streams that wait for the reader. */
  #opening = 0
  #stopping = false

  constructor(of: LineParts) {
    this.#of = of
    this.#options = { ...STREAM_OPTIONS, ...of.parts.streams }
    this.#reader = new Reader(of.parts, { poll: this.#options.poll, spread: (rows) => this.#spread(rows) })
  }

  /**
   * Opens the stream of an actor: from a position on, or from now on. `begin` sends the head of the answer once lines can
   * be read, and returns what takes them. Resolves when the stream has caught up; one that does not wait for more then ends.
   * Throws if there is none to be had.
   */
  async open(
    asker: Asker,
    { from, waits }: { from: Position | undefined; waits: boolean },
    begin: () => ServerResponse,
  ): Promise<void> {
    if (this.#stopping || this.#subscribers.size + this.#opening >= this.#options.most)
      throw new ApiError({ status: 503, code: 'BUSY', retryAfter: 1_000 })
    this.#opening++
    try {
      await this.#reader.start()
      const one = this.#add(asker, begin(), from)
      await this.#take(one, from)
      if (!waits) one.connection.finish()
    } finally {
      this.#opening--
      this.#restIfAlone()
    }
  }

  #add({ actor, holder }: Asker, raw: ServerResponse, from: Position | undefined): Subscriber {
    const head = () => this.#reader.head
    const connection = new Connection(raw, from ?? head(), { queue: this.#options.queue, head })
    const one = {
      connection,
      actor,
      holder,
      view: viewOf(actor),
      state: 'joining' as Subscriber['state'],
      seenAt: performance.now(),
    }
    this.#subscribers.add(one)
    const gone = () => {
      this.#subscribers.delete(one)
      this.#restIfAlone()
    }
    raw.on('close', gone).on('finish', gone)
    const theirs = [...this.#subscribers].filter((other) => other.holder === holder)
    if (theirs.length > this.#options.perUser) theirs[0]!.connection.end('limit')
    this.#timer ??= setInterval(() => this.#beat(), this.#options.beat)
    connection.hello()
    if (this.#stopping) connection.end('stop')
    return one
  }

  /** Lets the database rest while nobody has a stream. */
  #restIfAlone(): void {
    if (this.#subscribers.size + this.#opening > 0 || this.#stopping) return
    clearInterval(this.#timer)
    this.#timer = undefined
    void this.#reader.stop()
  }

  /** Ends all streams, and resolves when their sockets are closed. */
  async stop(): Promise<void> {
    this.#stopping = true
    clearInterval(this.#timer)
    const all = [...this.#subscribers]
    for (const { connection } of all) connection.end('stop')
    const deadline = performance.now() + LAST_LINE
    while (this.#subscribers.size > 0 && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 10))
    for (const { connection } of this.#subscribers) connection.destroy()
    await this.#reader.stop()
  }

  #resume(one: Subscriber): void {
    one.state = 'joining'
    void this.#take(one, undefined)
  }

  /** Catches up. A stream that cannot is ended: its reader comes again with its cursor. */
  async #take(one: Subscriber, from: Position | undefined): Promise<void> {
    await this.#catchUp(one, from).catch((error: unknown) => {
      this.#of.parts.log({ level: 'warn', event: 'stream-failed', ...placeOf(error) })
      one.connection.end('stop')
    })
  }

  /** Sends what is between a subscriber's position and the reader's head. Then the subscriber is live. */
  async #catchUp(one: Subscriber, from: Position | undefined): Promise<void> {
    const { connection, actor } = one
    if (from) {
      if (await isKnown(this.#of.parts, from)) connection.position = { ...from, epoch: this.#reader.head.epoch }
      else connection.restart()
    }
    let count = 0
    while (connection.isOpen && isBefore(connection.position, this.#reader.head)) {
      const head = this.#reader.head
      const { rows, lines } = await readLines(this.#of, actor, connection.position, head, PAGE)
      count += rows.length
      if (count > CATCH_UP) connection.reread()
      else {
        await this.#noteFetched(
          actor,
          lines.filter((line) => connection.line(line)),
        )
        connection.position = rows.length < PAGE ? head : rows.at(-1)!.position
      }
      await connection.drained()
    }
    // Nothing was awaited since the comparison, so that the next happenings are spread to this one as well.
    one.state = 'live'
  }

  /** Reads new happenings once for each view of the live subscribers, and sends each of them its lines. */
  async #spread(rows: Happening[]): Promise<void> {
    const live = [...this.#subscribers].filter(({ state }) => state === 'live')
    const waiting = [...grouped(live, ({ view }) => view).values()]
    const lane = async () => {
      for (let group = waiting.shift(); group; group = waiting.shift()) await this.#spreadTo(group, rows)
    }
    await Promise.all(Array.from({ length: LANES }, lane))
  }

  async #spreadTo(group: Subscriber[], rows: Happening[]): Promise<void> {
    const last = rows.at(-1)!.position
    let lines: Line[] | undefined
    for (let attempt = 0; attempt < 2 && !lines; attempt++)
      lines = await linesOf(this.#of, group[0]!.actor, rows).catch((error: unknown) => {
        this.#of.parts.log({ level: 'warn', event: 'stream-failed', ...placeOf(error) })
        return undefined
      })
    const sent = group.flatMap(({ connection, state, actor }) => {
      if (state !== 'live') return []
      // Lines that cannot be read are missing.
      if (!lines) connection.reread()
      const taken = (lines ?? []).filter((line) => connection.line(line))
      if (isBefore(connection.position, last)) connection.position = last
      return actor.program ? [{ actor, taken }] : []
    })
    for (const { actor, taken } of sent) await this.#noteFetched(actor, taken)
  }

  /** Notes that a program has fetched the alerts of the lines that it was sent, as if it had read their list. */
  async #noteFetched(actor: Actor, lines: readonly Line[]): Promise<void> {
    const { parts } = this.#of
    await noteAnswered(
      parts,
      actor,
      lines.map(({ alertId: id }) => ({ id })),
      'view',
    ).catch((error: unknown) => parts.log({ level: 'warn', event: 'stream-failed', ...placeOf(error) }))
  }

  /** Beats, and looks at the sessions meanwhile. */
  #beat(): void {
    if (!this.#looking)
      this.#looking = this.#look()
        .catch(() => undefined)
        .finally(() => (this.#looking = undefined))
    const now = performance.now()
    for (const one of this.#subscribers) {
      const { connection, seenAt } = one
      // Without a look nothing is told: the session may be over. The next look takes up what was missed.
      if (one.state === 'live' && now - seenAt > this.#options.believed) one.state = 'held'
      if (connection.slowFor > GONE) connection.destroy()
      else if (one.state === 'live') connection.beat(this.#reader.spreadUpTo)
      else if (one.state === 'held') connection.beat(connection.position)
    }
  }

  /** Looks at every session, and ends the streams of those that are over or have changed. */
  async #look(): Promise<void> {
    const { parts } = this.#of
    for (const theirs of grouped(this.#subscribers, ({ actor }) => actor.sid).values()) {
      const now = performance.now()
      const [first] = theirs
      const actor = await withServer(parts.database, (tx) => actorNow(parts, tx, first!.actor), { readOnly: true })
      for (const one of theirs) {
        one.seenAt = now
        if (!actor || viewOf(actor) !== one.view) one.connection.end('session')
        else if (one.state === 'held') this.#resume(one)
      }
    }
  }
}

function grouped<T>(all: Iterable<T>, by: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) groups.set(by(one), [...(groups.get(by(one)) ?? []), one])
  return groups
}

/** Returns the happenings of an actor's scope between two positions, and their lines. */
export async function readLines(
  of: LineParts,
  actor: Actor,
  after: Position,
  upTo: Position,
  limit: number,
): Promise<{ rows: Happening[]; lines: Line[] }> {
  return withActor(
    of.parts,
    actor,
    async (tx) => {
      const rows = await readBetween(tx, after, upTo, limit)
      return { rows, lines: await linesWithin(of, contextOf(of, actor, tx), rows) }
    },
    { readOnly: true },
  )
}
