import { finderSteps, type Finder } from '@tocsin/core/find/finder'
import { recordEntry, type IndexedRecord } from '@tocsin/core/find/records'

/** A found record with its rank. */
export type FoundRecord = Pick<IndexedRecord, 'noun' | 'id' | 'title' | 'subtitle'> & {
  tier: number
  score: number
  marks: readonly (readonly [from: number, to: number])[]
}

export type RecordQuery = {
  text: string
  /** Limits the query to these resources. */
  resources?: readonly string[]
  /** Limits the query to this id; the text is then ignored. */
  id?: number
  limit: number
  /** The weights of the records by their use, by `resource/id`. */
  use?: Readonly<Record<string, number>>
  /** Finds records by typos only where nothing else is found. */
  typosAsFallback?: boolean
}

/** The messages from the page to its worker, and back. */
export type ToWorker =
  /** The worker writes answers into `box`, where the page reads them without waiting for a message. */
  | { kind: 'open'; account: number; box?: SharedArrayBuffer | null }
  | { kind: 'begin' }
  | { kind: 'add'; records: readonly IndexedRecord[] }
  | { kind: 'end'; version: string }
  | { kind: 'find'; number: number; query: RecordQuery }
export type FromWorker =
  | { kind: 'ready'; version: string | null; size: number }
  | { kind: 'found'; number: number; records: FoundRecord[] }
  /** The answer is in the box. */
  | { kind: 'boxed'; number: number }

export type RecordCache = {
  read: (account: number) => Promise<{ version: string; records: IndexedRecord[] } | null>
  keep: (account: number, version: string, records: readonly IndexedRecord[]) => Promise<void>
}

const unranked = { tier: 0, score: 0, marks: [] }
const everything = () => true

/** A search takes noticeable time from MANY records on; searching for WARMING of them warms it up. */
const MANY = 5_000
const WARMING = 20

/** Returns the distinct resources, and the index of each record's resource. */
function resourcesOf(records: readonly IndexedRecord[]): { names: readonly string[]; of: Uint8Array } {
  const names: string[] = []
  const of = Uint8Array.from(records, ({ noun: resource }) => {
    const at = names.indexOf(resource)
    return at < 0 ? names.push(resource) - 1 : at
  })
  return { names, of }
}

/** Returns the first matching records, and stops at the limit, since there may be a hundred thousand. */
function firstOf(
  records: readonly IndexedRecord[],
  isAsked: (entry: number) => boolean,
  limit: number,
): IndexedRecord[] {
  const found: IndexedRecord[] = []
  for (const [entry, record] of records.entries()) {
    if (!isAsked(entry)) continue
    found.push(record)
    if (found.length === limit) break
  }
  return found
}

/**
 * Creates the engine that finds the records of one account, which never changes. While it indexes new records it
 * answers from the old ones. It pauses between the steps, so that a query never waits for more than one step.
 */
export function createRecordEngine(cache: RecordCache, tell: (message: FromWorker) => void, rest: () => Promise<void>) {
  let account: number | null = null
  let records: readonly IndexedRecord[] = []
  let recordResources = resourcesOf(records)
  let finder: Finder | null = null
  let incoming: IndexedRecord[] = []
  let building = 0

  async function take(next: readonly IndexedRecord[], version: string | null): Promise<boolean> {
    const mine = ++building
    const steps = finderSteps(next.map(recordEntry))
    for (;;) {
      const step = steps.next()
      if (step.done) {
        records = next
        recordResources = resourcesOf(next)
        finder = step.value
        break
      }
      await rest()
      // Newer records have arrived in the meantime.
      if (mine !== building) return false
    }
    await warm()
    if (mine !== building) return false
    tell({ kind: 'ready', version, size: records.length })
    return true
  }

  /** Runs some searches so that the browser has compiled the code before the reader's first keys. */
  async function warm(): Promise<void> {
    if (records.length < MANY) return
    for (let at = 0; at < records.length; at += Math.ceil(records.length / WARMING)) {
      for (const length of [1, 3, 7]) {
        finder?.find(records[at]!.title.slice(0, length), { limit: 100, typosAsFallback: true })
        await rest()
      }
    }
  }

  const shown = ({ noun: resource, id, title, subtitle }: IndexedRecord) => ({ noun: resource, id, title, subtitle })

  function find({ text, resources, id, limit, use = {}, typosAsFallback = false }: RecordQuery): FoundRecord[] {
    const isAsked = askedOf(resources)
    if (id !== undefined)
      return firstOf(records, (entry) => records[entry]!.id === id && isAsked(entry), limit).map((record) => ({
        ...shown(record),
        ...unranked,
      }))
    if (text.trim() === '') return firstOf(records, isAsked, limit).map((record) => ({ ...shown(record), ...unranked }))
    const used = new Set(Object.keys(use).map((one) => Number(one.slice(one.lastIndexOf('/') + 1))))
    const found = finder?.find(text, {
      limit,
      typosAsFallback,
      ...(isAsked === everything ? {} : { only: isAsked }),
      // Few records were ever used, and looking up an id is faster than looking up a key.
      ...(used.size > 0 ? { use: (one, entry) => (used.has(records[entry]!.id) ? (use[one] ?? 0) : 0) } : {}),
    })
    return (found ?? []).map(({ entry, tier, score, marks }) => ({ ...shown(records[entry]!), tier, score, marks }))
  }

  /**
   * Returns a test whether a record is of these resources. Most readers may see all resources: then no record is
   * tested.
   */
  function askedOf(resourceNames: readonly string[] | undefined): (entry: number) => boolean {
    if (!resourceNames || recordResources.names.every((resourceName) => resourceNames.includes(resourceName)))
      return everything
    const isAsked = recordResources.names.map((resourceName) => resourceNames.includes(resourceName))
    return (entry) => isAsked[recordResources.of[entry]!]!
  }

  return async (message: ToWorker): Promise<void> => {
    switch (message.kind) {
      case 'open': {
        if (account !== null) throw new Error('one engine serves one account')
        account = message.account
        const kept = await cache.read(account)
        if (kept) await take(kept.records, kept.version)
        else tell({ kind: 'ready', version: null, size: 0 })
        return
      }
      case 'begin':
        incoming = []
        return
      case 'add':
        for (const record of message.records) incoming.push(record)
        return
      case 'end': {
        const next = incoming
        incoming = []
        if (account !== null && (await take(next, message.version))) await cache.keep(account, message.version, next)
        return
      }
      case 'find':
        tell({ kind: 'found', number: message.number, records: find(message.query) })
    }
  }
}
