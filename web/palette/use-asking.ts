import { useAtomValue } from 'jotai/react'
import { useEffect, useState } from 'react'
import type { Profile } from '@tocsin/core/api/session'
import { everyResource } from '../data/resources'
import type { Command, Values } from '../commands/command'
import { back, begin, finished, given, goTo, kindOf, next, type PendingCommand } from './arguments'
import { ownCommands } from './commands'
import { readLine } from './read-line'
import type { Opened } from '../commands/open-palette'
import { findRecords, recordsAtom } from './records'
import { useLatest } from '../ui/use-latest'
import type { Choice } from './use-choices'
import type { Press } from './use-results'

/** Holds the argument page shown, and what the keys on it do. */
export function useAsking(
  opened: Opened,
  account: Profile,
  commands: readonly Command[],
  execute: (command: Command, values: Values) => void,
) {
  const [asking, setAsking] = useState(() => asked(opened, account, commands))
  const [isMisread] = useState(opened.line !== undefined && asking === null)
  useNames(asking, (names) => setAsking((now) => now && { ...now, names: { ...names, ...now.names } }))

  useFirstValue(asking, (path, value) =>
    setAsking((now) =>
      now && now.command.asks[now.at]?.flag.path === path && now.text === '' ? goTo(given(now, value), now.at) : now,
    ),
  )

  /** Shows the next page, or runs the command when there is none. */
  const show = (now: PendingCommand) => {
    if (now.at < now.command.asks.length || now.problem) return setAsking(now)
    const end = finished(now)
    if (end.ready) execute(end.asking.command, end.asking.values)
    else setAsking(end.asking)
  }
  const finish = (now: PendingCommand) => {
    const end = finished(now)
    if (end.ready) execute(end.asking.command, end.asking.values)
    else setAsking(end.asking)
  }

  return {
    asking,
    /** True where the palette was opened for a line that means no command of this account. */
    isMisread,
    leave: () => setAsking(null),
    type: (text: string) => setAsking((now) => now && { ...now, text, problem: null }),
    give: (value: unknown) => setAsking((now) => now && given(now, value)),
    next: () => asking && show(next(asking)),
    /** Goes to the next page by Tab, which never runs the command, not even after the last page. */
    forward: () => asking && setAsking(next(asking)),
    back: () => asking && setAsking(asking.at > 0 ? back(asking) : asking),
    finish: () => asking && finish(asking),

    /** Begins to ask, or runs a command without arguments at once. */
    start(command: Command, values: Values | undefined, press: Press) {
      const now = begin(command, values)
      if (press === 'defaults') finish(now)
      else if (command.asks.length === 0 && !values) execute(command, {})
      else setAsking(now)
    },

    /** Takes the highlighted choice: one, or one more of several. */
    take({ value, key, title }: Choice, press: Press) {
      const ask = asking?.command.asks[asking.at]
      if (!asking || !ask) return
      const many = ask.flag.type === 'refs'
      const before = many ? ((asking.values[ask.flag.path] ?? []) as unknown[]) : []
      // With some chosen and nothing typed, Enter goes on with those: the highlighted choice was not meant.
      if (press === 'plain' && before.length > 0 && asking.text === '') return show(next(asking))
      const isMore = many && press === 'aside'
      const rest = isMore && before.includes(value) ? before.filter((one) => one !== value) : null
      const all = rest ?? [...before.filter((one) => one !== value), value]
      const now = given(asking, many ? all : value, { [key]: title })
      if (isMore) setAsking(now)
      else if (press === 'defaults') finish(now)
      else show(next(now))
    },

    /** Removes the record chosen last; without one goes back a page; on the first page leaves the command. */
    retreat() {
      const ask = asking?.command.asks[asking.at]
      const value = ask && asking.values[ask.flag.path]
      if (!asking) return
      if (ask && kindOf(ask) === 'records' && Array.isArray(value) && value.length > 0)
        setAsking(given(asking, value.slice(0, -1)))
      else if (asking.at > 0) setAsking(goTo(asking, asking.at - 1))
      else setAsking(null)
    },
  }
}

/** Fills a page in that begins with what the records chosen before have, unless it was filled in already. */
function useFirstValue(asking: PendingCommand | null, fill: (path: string, value: unknown) => void): void {
  const latest = useLatest({ asking, fill })
  const ask = asking?.command.asks[asking.at]
  const isOpen = ask?.about !== undefined && asking?.values[ask.flag.path] === undefined
  useEffect(() => {
    if (!ask?.about || !isOpen) return
    let isWanted = true
    const begin = async () => {
      const { preset } = await ask.about!(latest().asking?.values ?? {})
      if (isWanted && preset !== undefined) latest().fill(ask.flag.path, preset)
    }
    // The page stays empty where the records cannot be read; running the command says why.
    begin().catch(() => {})
    return () => {
      isWanted = false
    }
  }, [ask, isOpen, latest])
}

/** The number of records looked up at once: as many as anybody reads before Enter. */
const NAMED = 20

/** Looks up the names of records that are known only by id, from an address or the last run. */
function useNames(asking: PendingCommand | null, tell: (names: PendingCommand['names']) => void): void {
  const { ready } = useAtomValue(recordsAtom)
  const latest = useLatest(tell)
  const unknown = asking
    ? asking.command.asks.flatMap(({ flag }) =>
        [asking.values[flag.path]]
          .flat()
          .filter((id) => flag.of !== undefined && typeof id === 'number' && !asking.names[`${flag.of}/${id}`])
          .map((id) => `${flag.of}/${id as number}`),
      )
    : []
  const keys = unknown.slice(0, NAMED).join(' ')
  useEffect(() => {
    if (!ready || keys === '') return
    let isWanted = true
    const lookUp = async (key: string) => {
      const [resource = '', id] = key.split('/')
      const [record] = await findRecords({ text: '', resources: [resource], id: Number(id), limit: 1 })
      return record ? [[key, record.title]] : []
    }
    const lookUpAll = async () => {
      const found = (await Promise.all(keys.split(' ').map(lookUp))).flat()
      if (isWanted && found.length > 0) latest()(Object.fromEntries(found) as Record<string, string>)
    }
    void lookUpAll()
    return () => {
      isWanted = false
    }
  }, [keys, ready, latest])
}

/**
 * Returns the command that the palette was opened for; null if it was opened for none, or for a line that names no
 * command of this account. A line acts on its own records, so commands of the screens, which act on others, are left
 * out.
 */
function asked(
  { command, values, line }: Opened,
  account: Profile,
  commands: readonly Command[],
): PendingCommand | null {
  const wanted =
    line === undefined ? (command === undefined ? null : { command, values }) : readLine(line, everyResource())
  const offered = line === undefined ? commands : ownCommands(account)
  const found = wanted && offered.find(({ id }) => id === wanted.command)
  return found ? begin(found, wanted.values ?? {}) : null
}
