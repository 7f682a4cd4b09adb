/**
 * The browser's database of signed-in accounts. This module only reads and writes rows. A call fails if the browser
 * refuses, is full or does not respond; `profiles.ts` decides how to go on.
 */
const NAME = 'tocsin'
const STORE = 'profiles'
/**
 * Longest wait for the browser, since a database that hangs would leave the page white. It is a number of timers in a
 * row and the milliseconds of each, so that a sleep of the machine costs only one timer: after a sleep, an overdue
 * timer fires before the delayed answer.
 */
const PATIENCE = { turns: 8, turn: 1_000 }

let opened: Promise<IDBDatabase> | undefined

const withinPatience = <T>(work: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const wait = (turns: number) => {
      timer = setTimeout(() => {
        if (turns > 1) wait(turns - 1)
        else reject(new Error('IndexedDB does not answer'))
      }, PATIENCE.turn)
    }
    wait(PATIENCE.turns)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

const connect = () =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' })
    request.onsuccess = () => {
      const database = request.result
      // Another tab deletes or upgrades the database: an open connection would block that.
      database.onversionchange = () => database.close()
      database.onclose = () => (opened = undefined)
      resolve(database)
    }
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
    request.onblocked = () => reject(new Error('IndexedDB is blocked'))
  })

const open = (): Promise<IDBDatabase> => (opened ??= withinPatience(connect()))

async function transact<T>(mode: IDBTransactionMode, work: (rows: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const transaction = await begin(mode)
  const request = work(transaction.objectStore(STORE))
  const finished = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB'))
  })
  await withinPatience(finished)
  return request.result
}

/** Begins a transaction. If the connection was closed, as when the site's data are cleared, it opens a new one once. */
async function begin(mode: IDBTransactionMode): Promise<IDBTransaction> {
  try {
    return (await open()).transaction(STORE, mode)
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error
    opened = undefined
    return (await open()).transaction(STORE, mode)
  }
}

/** Returns every row, whatever its contents. */
export const readRows = (): Promise<unknown[]> => transact('readonly', (rows) => rows.getAll())
export const putRow = async (row: { id: number }): Promise<void> =>
  void (await transact('readwrite', (rows) => rows.put(row)))
export const deleteRow = (key: IDBValidKey): Promise<void> => transact('readwrite', (rows) => rows.delete(key))
