import { useAtomValue } from 'jotai/react'
import { useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import type { Profile } from '@tocsin/core/api/session'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Command } from '../commands/command'
import { QUIET } from '../data/lookup'
import { createCommandIndex, type FoundCommand } from './command-index'
import {
  addressListing,
  commandListing,
  emptyListing,
  foundListing,
  isAtHand,
  isOfHere,
  keyListing,
  resourceListing,
} from './listing'
import { lineListing } from './line-listing'
import { memoryOf, usesOf } from '../data/visits'
import type { Opened } from '../commands/open-palette'
import type { FoundRecord } from './record-engine'
import { readMode } from './read-mode'
import { findRecords, recordsAtom, takeAnswers } from './records'
import { firstToRun, recordRow, type Row } from './rows'
import { searchServer } from './server-search'
import { useLatest } from '../ui/use-latest'
import type { Scope } from './use-search-query'
import type { Listed } from './use-results'

/** The most records listed of those found in the index; more typing narrows them. */
const RECORDS = 100
/** The number of records found in the index below which the server is searched as well. */
const FEW_FOUND = 15
/** The number of letters from which the server is searched in the mode that searches everything. */
export const MIN_LETTERS = 2
/** The time the old rows stay before a part of the new ones is shown (ms); the index takes a few milliseconds. */
const PATIENCE = 60

type Parts = Scope & {
  text: RefObject<string>
  opened: Opened
  account: Profile
  commands: readonly Command[]
  /** The resources whose records may be seen. */
  resources: readonly string[]
  languages: readonly Translate[]
  listed: Listed<Row>
  isShown: boolean
}

/** The state of the server's search; `answered` once it has found records in place of names that are not loaded. */
export type Server = { searching: boolean; failure: unknown; answered: boolean }
export const idleServer: Server = { searching: false, failure: null, answered: false }

/**
 * Keeps the rows in step with the text typed: first those found in this page, then those that the server finds beyond
 * them. Call `search` when only the text has changed.
 */
export function useListing(parts: Parts): Server & { search: () => void; lookAhead: (text: string) => void } {
  const {
    mode,
    resource,
    text: typing,
    atHand,
    opened,
    account,
    commands,
    resources,
    languages,
    listed,
    isShown,
  } = parts
  const { ready, round } = useAtomValue(recordsAtom)
  const [server, setServer] = useState<Server>(idleServer)
  const index = useMemo(() => createCommandIndex(commands, languages), [commands, languages])
  const asked = useRef({ question: '', number: 0, leave: () => {} })
  const ahead = useRef<{ question: string; round: number; found: Promise<FoundRecord[]> } | null>(null)

  const questionOf = (text: string) => JSON.stringify([mode, resource, atHand, text])
  const inRecords = (query: { resources: readonly string[]; id?: number }, text: string) =>
    findRecords({ ...query, text, limit: RECORDS, use: weights(account.id), typosAsFallback: true })

  /** Searches for the text about to be typed: the worker searches while the browser draws the letter. */
  const lookAhead = (text: string) => {
    const of =
      mode === 'all' ? resources : mode === 'users' ? ['users'] : mode === 'records' && resource ? [resource] : null
    if (!isShown || !ready || atHand || !of || text.trim() === '' || (mode === 'all' && readMode(text).mode !== mode))
      return
    ahead.current = { question: questionOf(text), round, found: inRecords({ resources: of }, text) }
  }

  const search = () => {
    asked.current.leave()
    if (!isShown) return
    const text = typing.current
    const question = questionOf(text)
    if (question !== asked.current.question) Object.assign(asked.current, { question, number: listed.typed() })
    const [t] = languages as [Translate]
    const { number } = asked.current
    const stop = new AbortController()
    const timers: ReturnType<typeof setTimeout>[] = []
    const tell = (rows: readonly Row[], isPartial = false) => {
      if (stop.signal.aborted) return
      const first = firstToRun(rows)?.key
      listed.change({
        kind: 'local',
        query: number,
        rows,
        text,
        isPartial,
        ...(first === undefined ? {} : { highlight: first }),
      })
    }
    const later = (run: () => void, delay: number) => void timers.push(setTimeout(run, delay))
    if (server !== idleServer) setServer(idleServer)

    /** Lists the page's own records at once, and the server's below them. */
    const withRecords = (
      query: { resources: readonly string[]; id?: number },
      list: (found: FoundRecord[]) => Row[],
    ) => {
      const typed = text.trim()
      const askServer = (found: number) => {
        if (query.id !== undefined || (ready && found >= FEW_FOUND) || (mode === 'all' && typed.length < MIN_LETTERS))
          return
        later(() => void beyond(query.resources), QUIET)
      }
      if (!ready) {
        tell(list([]))
        askServer(0)
        return
      }
      later(() => tell(list([]), true), PATIENCE)
      void findHere(query, list, askServer)
    }

    const findHere = async (
      query: { resources: readonly string[]; id?: number },
      list: (found: FoundRecord[]) => Row[],
      askServer: (found: number) => void,
    ) => {
      const coming = ahead.current
      const isComing = coming?.question === question && coming.round === round
      takeAnswers()
      const found = await (isComing ? coming.found : inRecords(query, text))
      for (const timer of timers.splice(0)) clearTimeout(timer)
      tell(list(found))
      if (!stop.signal.aborted) askServer(found.length)
    }

    const beyond = async (of: readonly string[]) => {
      setServer({ ...idleServer, searching: true })
      const one = async (each: string) => {
        const rows = (await searchServer(each, text, stop.signal, t)).map((record) => recordRow(record, t))
        listed.change({ kind: 'remote', query: number, rows })
      }
      const outcomes = await Promise.allSettled(of.map(one))
      if (stop.signal.aborted) return
      const failed = outcomes.find((outcome) => outcome.status === 'rejected')
      if (failed) setServer({ ...idleServer, failure: failed.reason as unknown })
      else setServer(ready ? idleServer : { ...idleServer, answered: true })
    }

    const isEmpty = text.trim() === ''
    let known: FoundCommand[] | undefined
    const commandsFound = () => (known ??= isEmpty ? [] : index(text, { use: usesOf(account.id, Date.now()) }))
    const only = (isMeant: (command: Command) => boolean) =>
      isEmpty
        ? commandListing(commands.filter(isMeant), languages)
        : foundListing(
            commandsFound().filter(({ command }) => isMeant(command)),
            [],
            languages,
          )

    if (atHand) tell(only(isEmpty && commands.some(isAtHand) ? isAtHand : isOfHere))
    else if (mode === 'keys') tell(keyListing(text, opened.keys, languages))
    else if (mode === 'line') tell(lineListing(text, account, t))
    else if (mode === 'actions') tell(only(({ group }) => group !== 'go'))
    else if (mode === 'users') withRecords({ resources: ['users'] }, (all) => foundListing([], all, languages))
    else if (mode === 'records' && resource)
      withRecords({ resources: [resource] }, (all) => foundListing([], all, languages))
    else if (mode === 'records') tell(resourceListing(text, resources, languages))
    else if (mode === 'address') {
      const id = /^\d{1,10}$/.test(text.trim()) ? Number(text) : null
      if (id === null) tell(addressListing(text, resources, [], t))
      else withRecords({ resources, id }, (all) => addressListing(text, resources, all, t))
    } else if (isEmpty)
      tell(emptyListing({ commands, languages, memory: memoryOf(account.id), here: location.pathname }))
    else {
      withRecords({ resources }, (all) => foundListing(commandsFound(), all, languages))
      // The page searches the commands while the worker searches the records.
      commandsFound()
    }

    asked.current.leave = () => {
      stop.abort()
      for (const timer of timers) clearTimeout(timer)
    }
  }

  const latest = useLatest(search)
  useLayoutEffect(() => {
    const current = asked.current
    latest()()
    return () => current.leave()
  }, [
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- what it reads is in `search`; another round of the index has other records
    mode,
    resource,
    atHand,
    opened,
    account,
    commands,
    resources,
    languages,
    index,
    ready,
    round,
    isShown,
    listed,
    latest,
  ])

  return { ...server, search: () => latest()(), lookAhead }
}

/** Returns the present weights of an account's records by their use. */
function weights(account: number): Record<string, number> {
  const use = usesOf(account, Date.now())
  return Object.fromEntries(
    Object.keys(memoryOf(account).use)
      .filter((id) => id.includes('/'))
      .map((id) => [id, use(id)]),
  )
}
