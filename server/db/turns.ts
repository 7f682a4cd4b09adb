import { DatabaseError } from './database-error'

/**
 * The owner of some work: an actor of a tenant. Every request has an object of its own, which finds again a turn kept
 * for its next transaction.
 */
export type Party = { readonly tenant: string; readonly actor: string }

/** The server acting for itself: deliveries, sweeps, migrations. */
export const SERVER: Party = { tenant: 'server', actor: 'server' }

/** The share of one party. */
export type Bounds = {
  /** Turns that the tenant has at once. */
  tenant: number
  /** Turns that the actor has at once. */
  actor: number
  /** Places in the actor's line. */
  waiting: number
  /** The weight of a turn against the tenant, as a multiple of its length. */
  cost: number
}

export type TurnsOptions = {
  /** Turns at once, of everybody together. */
  size: number
  /** Places in all lines together. */
  limit: number
  /** The longest wait, ms. */
  maxWaitMs: number
  bounds: (party: Party) => Bounds
  /** A clock that only goes forward, ms. */
  now?: () => number
}

/** A turn, ended exactly once. With `keep` it goes on to the same request's next transaction, if that comes at once. */
export type Turn = { end: (keep?: boolean) => void }

type Place = { party: Party; start: (turn: Turn) => void; refuse: () => void; timer: NodeJS.Timeout }
/** `used` is the time somebody has had, on a scale on which nobody who waits falls behind; `running` counts turns. */
type Share = { used: number; running: number }
type Actor = Share & { tenant: Tenant; bounds: Bounds; line: Place[] }
/** `reached` is the position, on the actors' scale, of the actor served last. */
type Tenant = Share & { reached: number; waiting: number; actors: Map<string, Actor> }

/** The longest that somebody who has had much before begins behind the others, ms. */
const BEHIND = 1_000
/** The number of idle tenants, and of idle actors of each, that are remembered. */
const REMEMBERED = 1_000

/**
 * Hands out turns fairly: the next one goes to the tenant that has had the least time, and within it to the actor that
 * has had the least; one actor's requests are served in their order (start-time fair queueing, Goyal, Vin and Cheng
 * 1996). A modest asker waits for the turns under way and for nobody's line.
 *
 * Lines are bounded: a request that finds no place, or waits longer than `maxWaitMs`, is refused with BUSY. Where all
 * lines together are full, the tenant with the longest loses its newest place to a tenant with fewer.
 */
export class Turns {
  readonly #options: TurnsOptions
  readonly #now: () => number
  readonly #tenants = new Map<string, Tenant>()
  readonly #kept = new Map<Party, Turn>()
  #free: number
  #waiting = 0
  /** The position of the tenant served last. */
  #reached = 0

  constructor(options: TurnsOptions) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
    this.#free = options.size
  }

  /** Returns the party's turn, at once or when it comes. Rejects with BUSY where there is no place to wait for it. */
  take(party: Party): Turn | Promise<Turn> {
    const kept = this.#kept.get(party)
    if (kept) {
      this.#kept.delete(party)
      return kept
    }
    const actor = this.#actor(party)
    // Nobody is passed over: a turn is free only where all who wait have reached their bounds.
    if (this.#free > 0 && actor.line.length === 0 && mayRun(actor)) return this.#begin(actor, party)
    const hasRoom = () => this.#waiting < this.#options.limit || this.#makeRoom(actor)
    if (actor.line.length >= actor.bounds.waiting || !hasRoom()) return Promise.reject(new DatabaseError('BUSY'))
    return new Promise((resolve, reject) => {
      const refuse = () => {
        this.#leave(actor, place)
        reject(new DatabaseError('BUSY'))
      }
      const place: Place = { party, start: resolve, refuse, timer: setTimeout(refuse, this.#options.maxWaitMs) }
      actor.line.push(place)
      actor.tenant.waiting++
      this.#waiting++
    })
  }

  #actor(party: Party): Actor {
    const known = this.#tenants.get(party.tenant)
    const tenant = known ?? { used: 0, running: 0, reached: 0, waiting: 0, actors: new Map<string, Actor>() }
    if (!known) this.#tenants.set(party.tenant, tenant)
    if (tenant.running === 0 && tenant.waiting === 0) comeBack(tenant, this.#reached)
    const bounds = this.#options.bounds(party)
    const actor = tenant.actors.get(party.actor) ?? { used: 0, running: 0, tenant, bounds, line: [] }
    tenant.actors.set(party.actor, actor)
    if (actor.running === 0 && actor.line.length === 0) comeBack(actor, tenant.reached)
    return actor
  }

  #leave(actor: Actor, place: Place): void {
    clearTimeout(place.timer)
    actor.line.splice(actor.line.indexOf(place), 1)
    actor.tenant.waiting--
    this.#waiting--
  }

  /** Takes a place from the tenant with most, if it has more than the asker would have; returns false if not. */
  #makeRoom(asker: Actor): boolean {
    const longest = most(this.#tenants.values(), ({ waiting }) => waiting)
    const tenant = longest && longest.waiting > asker.tenant.waiting + 1 ? longest : asker.tenant
    const loser = most(tenant.actors.values(), ({ line }) => line.length)
    if (!loser || (tenant === asker.tenant && loser.line.length <= asker.line.length + 1)) return false
    loser.line.at(-1)?.refuse()
    return true
  }

  #begin(actor: Actor, party: Party): Turn {
    const { tenant, bounds } = actor
    this.#reached = Math.max(this.#reached, tenant.used)
    tenant.reached = Math.max(tenant.reached, actor.used)
    const charge = (time: number) => {
      tenant.used += time * bounds.cost
      actor.used += time
    }
    const run = (turns: 1 | -1) => {
      this.#free -= turns
      tenant.running += turns
      actor.running += turns
    }
    // A turn counts, however short: a waiting party is overtaken a bounded number of times.
    charge(1)
    run(1)
    const began = this.#now()
    const turn: Turn = {
      end: (keep = false) => {
        if (keep) return this.#keep(actor, party, turn)
        charge(this.#now() - began)
        run(-1)
        this.#handOn()
        this.#forget(tenant)
      },
    }
    return turn
  }

  #keep(actor: Actor, party: Party, turn: Turn): void {
    // It may wait already: the answer to a query is there before the transaction's end.
    const place = actor.line.find((one) => one.party === party)
    if (place) {
      this.#leave(actor, place)
      return place.start(turn)
    }
    this.#kept.set(party, turn)
    setImmediate(() => {
      if (this.#kept.get(party) !== turn) return
      this.#kept.delete(party)
      turn.end()
    })
  }

  #handOn(): void {
    while (this.#free > 0) {
      const actor = least(
        [...this.#tenants.values()].flatMap((tenant) => nextOf(tenant) ?? []),
        ({ tenant }) => tenant,
      )
      const place = actor?.line[0]
      if (!place) return
      this.#leave(actor, place)
      place.start(this.#begin(actor, place.party))
    }
  }

  /** Forgets idle parties once that changes nothing, or when there are too many. */
  #forget({ actors, reached }: Tenant): void {
    for (const [name, { used, running, line }] of actors)
      if (running === 0 && line.length === 0 && (used <= reached || actors.size > REMEMBERED)) actors.delete(name)
    const tenants = this.#tenants
    for (const [name, { used, running, waiting }] of tenants)
      if (running === 0 && waiting === 0 && (used <= this.#reached || tenants.size > REMEMBERED)) tenants.delete(name)
  }
}

const mayRun = ({ tenant, bounds, running }: Actor) => tenant.running < bounds.tenant && running < bounds.actor

/** Bounds the time of a party that comes back: nobody saves up turns while idle, or pays for ever for old ones. */
function comeBack(share: Share, reached: number): void {
  share.used = Math.min(Math.max(share.used, reached), reached + BEHIND)
}

const nextOf = (tenant: Tenant): Actor | undefined =>
  tenant.waiting === 0
    ? undefined
    : least(
        [...tenant.actors.values()].filter((actor) => actor.line.length > 0 && mayRun(actor)),
        (actor) => actor,
      )

function least<T>(all: readonly T[], share: (one: T) => Share): T | undefined {
  let found: T | undefined
  for (const one of all) if (!found || share(one).used < share(found).used) found = one
  return found
}

function most<T>(all: Iterable<T>, count: (one: T) => number): T | undefined {
  let found: T | undefined
  for (const one of all) if (!found || count(one) > count(found)) found = one
  return found
}
