import { DatabaseError } from './database-error'

/**
 * The owner of some work: an actor of a tenant. Every request has an object of its own, by which a turn that was kept
 * for its next transaction is found.
 */
export type Party = { readonly tenant: string; readonly actor: string }

/** The server acting for itself: deliveries, sweeps, migrations. */
export const SERVER: Party = { tenant: 'server', actor: 'server' }

/** The share of one party. */
export type Bounds = {
  /** The number of turns that the tenant may have at once. */
  tenant: number
  /** The number of turns that the actor may have at once. */
  actor: number
  /** The number of places in the actor's line. */
  waiting: number
  /** The factor by which the time of a turn counts for the tenant. */
  cost: number
}

export type TurnsOptions = {
  /** The number of turns at once, of all parties together. */
  size: number
  /** The number of places in all lines together. */
  limit: number
  /** The longest wait, ms. */
  maxWaitMs: number
  bounds: (party: Party) => Bounds
  /** A clock that only goes forward, ms. */
  now?: () => number
}

/**
 * A turn. It is ended exactly once. With `keep` it is kept for the same request's next transaction, if that follows at
 * once.
 */
export type Turn = { end: (keep?: boolean) => void }

type Place = { party: Party; start: (turn: Turn) => void; refuse: () => void; timer: NodeJS.Timeout }
/**
 * `used` is the time that a tenant or an actor has had, in ms, on a scale that is raised for those who come back.
 * `running` is the number of its turns.
 */
type Share = { used: number; running: number }
type Actor = Share & { tenant: Tenant; bounds: Bounds; line: Place[] }
/** `reached` is the `used` of the actor that was served last. */
type Tenant = Share & { reached: number; waiting: number; actors: Map<string, Actor> }

/** The most by which a party that comes back is behind the others, in ms. */
const BEHIND = 1_000
/** The number of idle tenants, and of idle actors of each, that are remembered. */
const REMEMBERED = 1_000

/**
 * Gives turns fairly. The next one goes to the tenant that has had the least time, and within it to the actor that has
 * had the least. The requests of one actor are served in their order (start-time fair queueing, Goyal, Vin and Cheng
 * 1996). A party with few requests waits for the turns under way, but not for the line of another.
 *
 * Lines are bounded: a request that finds no place, or waits longer than `maxWaitMs`, is refused with BUSY. If all
 * lines together are full, the tenant with the longest loses its newest place to a tenant with fewer.
 */
export class Turns {
  readonly #options: TurnsOptions
  readonly #now: () => number
  readonly #tenants = new Map<string, Tenant>()
  readonly #kept = new Map<Party, Turn>()
  #free: number
  #waiting = 0
  /** The `used` of the tenant that was served last. */
  #reached = 0

  constructor(options: TurnsOptions) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
    this.#free = options.size
  }

  /** Returns the party's turn, at once or when it comes. Rejects with BUSY if there is no place to wait. */
  take(party: Party): Turn | Promise<Turn> {
    const kept = this.#kept.get(party)
    if (kept) {
      this.#kept.delete(party)
      return kept
    }
    const actor = this.#actor(party)
    // This overtakes nobody: a turn is free only if all who wait have reached their bounds.
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

  /**
   * Takes a place from the tenant with the most places, if it has more than the caller's would have. Returns false if
   * not.
   */
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
    // Every turn counts 1 ms besides its length, so that a waiting party is overtaken a bounded number of times.
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
    // The next transaction may wait already: the answer to a query arrives before the transaction ends.
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

/**
 * Bounds the time of a party that comes back. An idle party saves up no turns, and does not pay for old turns for ever.
 */
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
