import { finderSteps, type Finder } from '@tocsin/core/find/finder'
import { recordEntry, type IndexedRecord } from '@tocsin/core/find/records'

/** A record that was found, and how well. */
export type FoundRecord = Pick<IndexedRecord, 'noun' | 'id' | 'title' | 'subtitle'> & {
  tier: number
  score: number
  marks: readonly (readonly [from: number, to: number])[]
}

export type RecordQuery = {
  text: string
  /** Of these nouns alone. */
  nouns?: readonly string[]
  /** Of this id alone; the text does not matter then. */
  id?: number
  limit: number
  /** What the uses of records are worth, by `noun/id`. */
  use?: Readonly<Record<string, number>>
}

/** What the page asks of the worker, and what it is told. */
export type ToWorker =
  | { kind: 'open'; account: number }
  | { kind: 'begin' }
  | { kind: 'add'; records: readonly IndexedRecord[] }
  | { kind: 'end'; version: string }
  | { kind: 'find'; number: number; query: RecordQuery }
export type FromWorker =
  { kind: 'ready'; version: string | null; size: number } | { kind: 'found'; number: number; records: FoundRecord[] }

export type RecordCache = {
  read: (account: number) => Promise<{ version: string; records: IndexedRecord[] } | null>
  keep: (account: number, version: string, records: readonly IndexedRecord[]) => Promise<void>
}

const unranked = { tier: 0, score: 0, marks: [] }

/** The first that are asked for: a hundred thousand are not looked through for a page. */
function firstOf(
  records: readonly IndexedRecord[],
  isAsked: (record: IndexedRecord) => boolean,
  limit: number,
): IndexedRecord[] {
  const found: IndexedRecord[] = []
  for (const record of records) {
    if (!isAsked(record)) continue
    found.push(record)
    if (found.length === limit) break
  }
  return found
}

/**
 * Finds the records of one account, which it never changes. While it reads in new ones it answers from those it had, and it
 * rests between the steps, so that a query never waits for more than one of them.
 */
export function createRecordEngine(cache: RecordCache, tell: (message: FromWorker) => void, rest: () => Promise<void>) {
  let account: number | null = null
  let records: readonly IndexedRecord[] = []
  let finder: Finder | null = null
  let coming: IndexedRecord[] = []
  let building = 0

  async function take(next: readonly IndexedRecord[], version: string | null): Promise<boolean> {
    const mine = ++building
    const steps = finderSteps(next.map(recordEntry))
    for (;;) {
      const step = steps.next()
      if (step.done) {
        records = next
        finder = step.value
        break
      }
      await rest()
      // Something newer has come in the meantime.
      if (mine !== building) return false
    }
    tell({ kind: 'ready', version, size: records.length })
    return true
  }

  const shown = ({ noun, id, title, subtitle }: IndexedRecord) => ({ noun, id, title, subtitle })

  function find({ text, nouns, id, limit, use }: RecordQuery): FoundRecord[] {
    const isAsked = (record: IndexedRecord) => !nouns || nouns.includes(record.noun)
    if (id !== undefined)
      return firstOf(records, (record) => record.id === id && isAsked(record), limit).map((record) => ({
        ...shown(record),
        ...unranked,
      }))
    if (text.trim() === '') return firstOf(records, isAsked, limit).map((record) => ({ ...shown(record), ...unranked }))
    const found = finder?.find(text, {
      limit,
      ...(nouns ? { only: (entry) => isAsked(records[entry]!) } : {}),
      ...(use ? { use: (one) => use[one] ?? 0 } : {}),
    })
    return (found ?? []).map(({ entry, tier, score, marks }) => ({ ...shown(records[entry]!), tier, score, marks }))
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
        coming = []
        return
      case 'add':
        for (const record of message.records) coming.push(record)
        return
      case 'end': {
        const next = coming
        coming = []
        if (account !== null && (await take(next, message.version))) await cache.keep(account, message.version, next)
        return
      }
      case 'find':
        tell({ kind: 'found', number: message.number, records: find(message.query) })
    }
  }
}
