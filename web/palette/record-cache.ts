import type { IndexedRecord } from '@tocsin/core/find/records'

/**
 * Keeps the names of records as they were last read, per account, in IndexedDB. Those of another account are never
 * read. A browser that refuses IndexedDB reads them from the server at every visit.
 */
const HEADS = 'heads'
const PARTS = 'parts'
/** The number of records in a part: few enough to be written and read without a long pause. */
const PART = 5000

type Head = { account: number; version: string; parts: number }

let opened: Promise<IDBDatabase | null> | undefined

const open = (): Promise<IDBDatabase | null> =>
  (opened ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open('tocsin-records', 1)
      request.addEventListener('upgradeneeded', () => {
        request.result.createObjectStore(HEADS, { keyPath: 'account' })
        request.result.createObjectStore(PARTS)
      })
      request.addEventListener('success', () => resolve(request.result))
      for (const event of ['error', 'blocked']) request.addEventListener(event, () => resolve(null))
    } catch {
      resolve(null)
    }
  }))

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')))
  })

const finished = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    for (const event of ['error', 'abort'])
      transaction.addEventListener(event, () => reject(transaction.error ?? new Error('IndexedDB')))
  })

const partsOf = (account: number) => IDBKeyRange.bound([account, 0], [account, Infinity])

/** Returns the records stored for an account; null unless they are complete. */
export async function readRecords(account: number): Promise<{ version: string; records: IndexedRecord[] } | null> {
  try {
    const database = await open()
    if (!database) return null
    const transaction = database.transaction([HEADS, PARTS], 'readonly')
    const head = (await answerOf(transaction.objectStore(HEADS).get(account))) as Head | undefined
    if (!head) return null
    const parts = (await answerOf(transaction.objectStore(PARTS).getAll(partsOf(account)))) as IndexedRecord[][]
    return parts.length === head.parts ? { version: head.version, records: parts.flat() } : null
  } catch {
    return null
  }
}

/** Stores the records of an account in place of those stored before. */
export async function keepRecords(account: number, version: string, records: readonly IndexedRecord[]): Promise<void> {
  try {
    const database = await open()
    if (!database) return
    const transaction = database.transaction([HEADS, PARTS], 'readwrite')
    const parts = transaction.objectStore(PARTS)
    parts.delete(partsOf(account))
    let count = 0
    for (let at = 0; at < records.length; at += PART) parts.put(records.slice(at, at + PART), [account, count++])
    transaction.objectStore(HEADS).put({ account, version, parts: count } satisfies Head)
    await finished(transaction)
  } catch {
    // The storage is full or refused: the records are read again at the next visit.
  }
}

/** Deletes the stored records of every account but these. */
export async function forgetRecordsExcept(accounts: readonly number[]): Promise<void> {
  try {
    const database = await open()
    if (!database) return
    const known = (await answerOf(database.transaction(HEADS).objectStore(HEADS).getAllKeys())) as number[]
    const transaction = database.transaction([HEADS, PARTS], 'readwrite')
    for (const account of known.filter((one) => !accounts.includes(one))) {
      transaction.objectStore(HEADS).delete(account)
      transaction.objectStore(PARTS).delete(partsOf(account))
    }
    await finished(transaction)
  } catch {
    // A database that cannot be opened cannot be read either.
  }
}
