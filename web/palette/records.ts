import { atom } from 'jotai/vanilla'
import { loadSearchIndex } from '@tocsin/core/find/load'
import { accountAtom } from '../data/account'
import { http } from '../data/api'
import { readProfiles } from '../data/profiles'
import { writesAtom } from '../data/written'
import { store } from '../store'
import { createBox, readAnswer } from './answer-box'
import { dropMemory } from '../data/visits'
import { forgetRecordsExcept } from './record-cache'
import type { FoundRecord, FromWorker, RecordQuery, ToWorker } from './record-engine'
import { openWorker } from '../trusted-worker'
// oxlint-disable-next-line import/default -- vite makes it
import workerUrl from './index.worker?worker&url'

/**
 * The state of the names of all records. `round` increases whenever they change. `behind` is true while they may have
 * changed since they were read and are being checked against the server.
 */
export type RecordsState = { ready: boolean; behind: boolean; size: number; round: number; failure: unknown }

const unread: RecordsState = { ready: false, behind: false, size: 0, round: 0, failure: null }
export const recordsAtom = atom<RecordsState>(unread)

/** The time between checks for a new version (ms) while the page is visible; half of it when the palette opens. */
const STALE_AFTER = 4 * 60_000
/** The number of records sent to the worker at once, which takes a few milliseconds. */
const HANDED = 2000
/** The longest wait for a busy page before the next names are read (ms). */
const IDLE_WITHIN = 1000

type Index = {
  account: number
  worker: Worker
  box: SharedArrayBuffer | null
  waiting: Map<number, { query: RecordQuery; answer: (records: FoundRecord[]) => void }>
  version: string | null
  /** The version that was sent to the worker and is not indexed yet. */
  coming: string | null
  checkedAt: number
  checking: boolean
  /** The count of this page's writes at the last check; null while that is not known. */
  writes: number | null
  /** True once its worker has died and takes no more messages. */
  broken: boolean
}

let index: Index | null = null
let questions = 0

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
const send = ({ worker }: Index, message: ToWorker): void => worker.postMessage(message)
const isCurrent = (one: Index): boolean => one === index
const isBehind = ({ writes }: Index): boolean => writes !== store.get(writesAtom)

/** Starts a worker for one account. It ends with the account, so that it can never answer for the next. */
function start(account: number): void {
  let worker: Worker
  try {
    worker = openWorker(workerUrl)
  } catch (failure) {
    store.set(recordsAtom, { ...unread, failure })
    return
  }
  const mine: Index = {
    account,
    worker,
    box: createBox(),
    waiting: new Map(),
    version: null,
    coming: null,
    checkedAt: 0,
    checking: false,
    writes: null,
    broken: false,
  }
  index = mine
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if (!isCurrent(mine)) return
    if (data.kind === 'found') return answer(mine, data.number, data.records)
    if (data.kind === 'boxed') {
      takeAnswers()
      // Later answers overwrote it before it was taken: the query is sent once more.
      const lost = mine.waiting.get(data.number)
      if (lost) ask(mine, lost.query, lost.answer)
      mine.waiting.delete(data.number)
      return
    }
    mine.version = data.version
    if (mine.coming === data.version) mine.coming = null
    if (data.version !== null)
      store.set(recordsAtom, ({ round }) => ({
        ready: true,
        behind: mine.checking || mine.coming !== null,
        size: data.size,
        round: round + 1,
        failure: null,
      }))
    if (mine.checkedAt === 0) void check(mine)
  })
  // Without its worker the palette uses only the search of the server.
  worker.addEventListener('error', (event) => {
    event.preventDefault()
    if (!isCurrent(mine)) return
    worker.terminate()
    mine.broken = true
    for (const one of mine.waiting.values()) one.answer([])
    mine.waiting.clear()
    store.set(recordsAtom, { ...unread, failure: event })
  })
  send(mine, { kind: 'open', account, box: mine.box })
}

function stop(): void {
  if (!index) return
  index.worker.terminate()
  for (const one of index.waiting.values()) one.answer([])
  index = null
  store.set(recordsAtom, unread)
}

/** Waits until the page has nothing else to do, since a hundred thousand names take it seconds; Safari cannot tell. */
const untilIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: IDLE_WITHIN })
    else setTimeout(resolve)
  })

/** Reads the names again if the server has another version of them. */
async function check(mine: Index): Promise<void> {
  if (mine.checking || mine.broken) return
  mine.checking = true
  mine.checkedAt = Date.now()
  const behind = isBehind(mine)
  mine.writes = store.get(writesAtom)
  if (behind || store.get(recordsAtom).failure) store.set(recordsAtom, (state) => ({ ...state, behind, failure: null }))
  try {
    const held = mine.coming ?? mine.version
    const fresh = await loadSearchIndex(http, { ...(held === null ? {} : { held }), pause: untilIdle })
    if (!isCurrent(mine)) return
    if (!fresh) {
      if (store.get(recordsAtom).behind && mine.coming === null)
        store.set(recordsAtom, (state) => ({ ...state, behind: false }))
      return
    }
    send(mine, { kind: 'begin' })
    for (let at = 0; at < fresh.records.length; at += HANDED) {
      send(mine, { kind: 'add', records: fresh.records.slice(at, at + HANDED) })
      await new Promise((resolve) => setTimeout(resolve))
      if (!isCurrent(mine)) return
    }
    mine.coming = fresh.version
    send(mine, { kind: 'end', version: fresh.version })
  } catch (failure) {
    // The next opening of the palette checks again.
    mine.writes = null
    if (isCurrent(mine) && !mine.broken) store.set(recordsAtom, (state) => ({ ...state, behind: false, failure }))
  } finally {
    mine.checking = false
    // A write in the meantime may have been too late for the names just read.
    if (isCurrent(mine) && mine.writes !== null && isBehind(mine)) void check(mine)
  }
}

/** Reads the names again if this page has written since, or after a long time. Called when the palette opens. */
export function refreshRecords(after = STALE_AFTER / 2): void {
  if (index && index.checkedAt > 0 && (isBehind(index) || Date.now() - index.checkedAt > after)) void check(index)
}

/** Reads the names once more after a failure. */
export function retryRecords(): void {
  if (store.get(recordsAtom).failure && index) void check(index)
}

function answer({ waiting }: Index, number: number, records: FoundRecord[]): void {
  const one = waiting.get(number)
  waiting.delete(number)
  one?.answer(records)
}

/**
 * Takes the answers in the box. After a key the browser draws a frame before it delivers any message. An answer taken
 * right before that frame is shown in it, and one that waits for its message only in the next.
 */
export function takeAnswers(): void {
  const mine = index
  if (!mine?.box) return
  for (const number of mine.waiting.keys()) {
    const records = readAnswer(mine.box, number)
    if (records) answer(mine, number, records)
  }
}

function ask(mine: Index, query: RecordQuery, answer: (records: FoundRecord[]) => void): void {
  const number = ++questions
  mine.waiting.set(number, { query, answer })
  send(mine, { kind: 'find', number, query })
  if (mine.box) requestAnimationFrame(takeAnswers)
}

/** Finds records among the names in the worker; none while no names are loaded. */
export function findRecords(query: RecordQuery): Promise<FoundRecord[]> {
  const mine = index
  if (!mine || !store.get(recordsAtom).ready) return Promise.resolve([])
  return new Promise((resolve) => ask(mine, query, resolve))
}

let begun = false

/** Follows the account of this tab: reads its records, and deletes those of accounts that left this browser. */
export function followRecords(): void {
  if (begun) return
  begun = true
  const follow = () => {
    const account = store.get(accountAtom)?.id ?? null
    if (account === (index?.account ?? null)) return
    const before = index?.account
    stop()
    if (account !== null) start(account)
    void forgetWhoLeft(before)
  }
  store.sub(accountAtom, follow)
  follow()
  setInterval(() => {
    if (!document.hidden) refreshRecords(STALE_AFTER)
  }, STALE_AFTER)
}

async function forgetWhoLeft(before: number | undefined): Promise<void> {
  const accounts = (await readProfiles()).map(({ id }) => id)
  await forgetRecordsExcept(accounts)
  if (before !== undefined && !accounts.includes(before)) dropMemory(before)
}
