import { useAtomValue } from 'jotai/react'
import { useLayoutEffect, useRef, useState } from 'react'
import { createFinder } from '@tocsin/core/find/finder'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Ask } from '../commands/command'
import { CHOICES, QUIET } from '../data/lookup'
import { findResource } from '../data/resources'
import { kindOf, textOfValue, type PendingCommand } from './arguments'
import type { FoundRecord } from './record-engine'
import { findRecords, recordsAtom } from './records'
import type { Marks } from './rows'
import { searchServer } from './server-search'
import { useLatest } from '../ui/use-latest'
import { idleServer, type Server } from './use-listing'
import type { Listed } from './use-results'

/** A value that a page can be given. */
export type Choice = { key: string; value: unknown; title: string; note: string; marks: Marks; isChosen: boolean }

type Named = Pick<FoundRecord, 'id' | 'title' | 'subtitle' | 'marks'>

/** Keeps the choices of the page shown in step with the text typed. */
export function useChoices(asking: PendingCommand | null, languages: readonly Translate[], listed: Listed<Choice>) {
  const ask = asking?.command.asks[asking.at]
  const kind = ask && kindOf(ask)
  const value = ask && asking.values[ask.flag.path]
  const resource = kind === 'records' ? (ask?.flag.of ?? null) : null
  const text = asking?.text ?? ''
  const { ready, round } = useAtomValue(recordsAtom)
  const [server, setServer] = useState<Server>(idleServer)
  const [again, setAgain] = useState(0)
  const asked = useRef(0)
  const names = useLatest(asking?.names)
  const values = useLatest(asking?.values)

  useLayoutEffect(() => {
    asked.current = listed.typed()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the effect runs when the page or the text changes, and reads neither
  }, [asking?.command, asking?.at, text, listed])

  useLayoutEffect(() => {
    if (!ask) return
    const number = asked.current
    const stop = new AbortController()
    const tell = (rows: readonly Choice[], highlight?: string) => {
      if (stop.signal.aborted) return
      listed.change({ kind: 'local', query: number, rows, text, ...(highlight === undefined ? {} : { highlight }) })
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    // oxlint-disable-next-line react/set-state-in-effect -- the state is the same object where nothing was under way
    setServer(idleServer)
    const chosen = Array.isArray(value) ? (value as unknown[]) : [value]
    const ofRecord = ({ id, title, subtitle, marks }: Named): Choice => ({
      key: `${resource}/${id}`,
      value: id,
      title: title || `#${id}`,
      note: [subtitle, `#${id}`].filter(Boolean).join(' · '),
      marks,
      isChosen: chosen.includes(id),
    })
    const beyond = async () => {
      setServer({ ...idleServer, searching: true })
      try {
        const about = await ask.about?.(values() ?? {})
        const found = await searchServer(resource as string, text, stop.signal, languages[0]!, { ...ask, ...about })
        listed.change({ kind: 'remote', query: number, rows: found.map(ofRecord) })
        if (!stop.signal.aborted) setServer(ready ? idleServer : { ...idleServer, answered: true })
      } catch (failure) {
        if (stop.signal.aborted) return
        setServer({ ...idleServer, failure })
      }
    }

    /** Returns a chosen record as far as it is known here. */
    const recordOf = async (of: string, id: number): Promise<Named> => {
      const [record] = await findRecords({ text: '', resources: [of], id, limit: 1 })
      return record ?? { id, title: names()?.[`${of}/${id}`] ?? '', subtitle: null, marks: [] }
    }

    // Back on its page, the record chosen before is highlighted, however far down it is, so that Enter keeps it.
    const here = async (of: string) => {
      // The index has no names of deleted records, and does not know what a filter does.
      const isHere = ready && !ask.deleted && !ask.where && !ask.offers && !ask.about
      const found = isHere ? await findRecords({ text, resources: [of], limit: CHOICES }) : []
      const before = text.trim() === '' && typeof value === 'number' ? value : null
      const isBelow = before !== null && found.every(({ id }) => id !== before)
      tell([...(isBelow ? [await recordOf(of, before)] : []), ...found].map(ofRecord), `${of}/${before}`)
      // A short list found here is complete.
      if (!stop.signal.aborted && (!isHere || found.length >= CHOICES || text.trim() !== ''))
        timer = setTimeout(() => void beyond(), QUIET)
    }

    if (kind === 'choice') tell(namedChoices(ask, text, languages, chosen), `${ask.flag.path}=${String(value)}`)
    else if (resource !== null && findResource(resource)) void here(resource)
    else tell([])
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another round of the index has other records
  }, [ask, kind, value, resource, text, languages, ready, round, listed, names, values, again])

  return { ...server, search: () => setAgain(again + 1) }
}

/** Finds the choices of a field, or yes and no, by their names in either language. */
function namedChoices(
  { flag }: Ask,
  text: string,
  languages: readonly Translate[],
  chosen: readonly unknown[],
): Choice[] {
  const values: unknown[] = flag.type === 'boolean' ? [true, false] : [...(flag.choices ?? [])]
  const [t] = languages as [Translate]
  const choice = (value: unknown, marks: Marks): Choice => ({
    key: `${flag.path}=${String(value)}`,
    value,
    title: textOfValue(value, t),
    note: '',
    marks,
    isChosen: chosen.includes(value),
  })
  if (text.trim() === '') return values.map((value) => choice(value, []))
  const finder = createFinder(
    values.map((value) => ({ id: String(value), titles: languages.map((one) => textOfValue(value, one)) })),
  )
  return finder.find(text).map(({ entry, marks, title }) => choice(values[entry], title === 0 ? marks : []))
}
