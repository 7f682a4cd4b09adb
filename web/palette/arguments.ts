import { readFlag, FlagError, type Flag } from '@tocsin/core/command-line/commands'
import type { Fields, Reason } from '@tocsin/core/vocabulary/resource'
import { check } from '@tocsin/core/vocabulary/validate'
import type { Ask, Command, Values } from '../commands/command'

/** What a page of the palette shows to be filled in. */
export type PageKind = 'choice' | 'records' | 'text' | 'long' | 'number' | 'date' | 'file'

export const kindOf = ({ flag, field, long }: Ask): PageKind => {
  if (field?.type === 'file') return 'file'
  if (flag.type === 'choice' || flag.type === 'boolean') return 'choice'
  if (flag.type === 'ref' || flag.type === 'refs') return 'records'
  if (flag.type === 'number') return 'number'
  if (field?.type === 'date') return 'date'
  return long ? 'long' : 'text'
}

/** A command whose arguments are being asked for; at `asks.length` everything is there and Enter runs it. */
export type Asking = {
  command: Command
  values: Values
  at: number
  /** What is typed on the page that is shown. */
  text: string
  problem: Reason | null
  /** Names of the records that were chosen, by `noun/id`. */
  names: Readonly<Record<string, string>>
}

/** Begins to ask: at the first thing that is neither known nor filled in by default. */
export function begin(command: Command, known: Values = {}, names: Asking['names'] = {}): Asking {
  const values: Values = {}
  for (const { flag, preset } of command.asks) if (preset !== undefined) values[flag.path] = preset
  Object.assign(values, known)
  const open = command.asks.findIndex(({ flag }) => known[flag.path] === undefined)
  return goTo({ command, values, at: 0, text: '', problem: null, names }, open < 0 ? command.asks.length : open)
}

/** Another page, with what is filled in already in its field. */
export function goTo(asking: Asking, at: number): Asking {
  const to = Math.max(0, Math.min(at, asking.command.asks.length))
  const ask = asking.command.asks[to]
  return { ...asking, at: to, text: ask ? textOf(ask, asking.values[ask.flag.path]) : '', problem: null }
}

function textOf(ask: Ask, value: unknown): string {
  const kind = kindOf(ask)
  if (value === undefined || value === null || kind === 'choice' || kind === 'records' || kind === 'file') return ''
  return ask.flag.type === 'json' ? JSON.stringify(value) : String(value)
}

/** The text of a page as a value; nothing where it is empty. */
function readText(flag: Flag, text: string): { value: unknown } | { problem: Reason } {
  if (text.trim() === '') return { value: undefined }
  try {
    return { value: readFlag(flag, text) }
  } catch (error) {
    if (error instanceof FlagError) return { problem: { key: error.key, values: error.values } }
    throw error
  }
}

/** What is wrong with what an ask was given; the rules see what else was given. */
export function problemOf({ command, values }: Asking, ask: Ask): Reason | null {
  const { flag, field } = ask
  const value = values[flag.path]
  const isNothing = value === undefined || value === null || (Array.isArray(value) && value.length === 0)
  if (isNothing && flag.required) return { key: 'formErrors.required' }
  if (!field) return null
  const fields: Fields = Object.fromEntries(
    command.asks.flatMap((one) => (one.field ? [[one.flag.path, one.field]] : [])),
  )
  const known = Object.fromEntries(Object.entries(values).filter(([path]) => Object.hasOwn(fields, path)))
  return check(fields, known).find(({ field: path }) => path.split('.')[0] === flag.path || path === flag.path) ?? null
}

/** Takes what is typed on the page into the values. The page stays where the text cannot be read. */
export function taken(asking: Asking): Asking {
  const ask = asking.command.asks[asking.at]
  if (!ask || !['text', 'long', 'number', 'date'].includes(kindOf(ask))) return asking
  const read = readText(ask.flag, asking.text)
  if ('problem' in read) return { ...asking, problem: read.problem }
  return { ...asking, values: { ...asking.values, [ask.flag.path]: read.value }, problem: null }
}

/** Gives the page a value: a choice, a record, a file. */
export function given(asking: Asking, value: unknown, names: Asking['names'] = {}): Asking {
  const ask = asking.command.asks[asking.at]
  if (!ask) return asking
  const values = { ...asking.values, [ask.flag.path]: value }
  return { ...asking, values, names: { ...asking.names, ...names }, text: '', problem: null }
}

/** To the next page when this one is as it must be; else it says what is wrong. */
export function next(asking: Asking): Asking {
  const now = taken(asking)
  const ask = now.command.asks[now.at]
  if (now.problem || !ask) return now
  const problem = problemOf(now, ask)
  return problem ? { ...now, problem } : goTo(now, now.at + 1)
}

/** Back one page; what cannot be read yet is not kept from going back. */
export function back(asking: Asking): Asking {
  const now = taken(asking)
  return goTo(now.problem ? asking : now, asking.at - 1)
}

/** With what is filled in: ready to run, or at the first page that is not as it must be. */
export function finished(asking: Asking): { ready: boolean; asking: Asking } {
  const now = taken(asking)
  if (now.problem) return { ready: false, asking: now }
  for (const [at, ask] of now.command.asks.entries()) {
    const problem = problemOf(now, ask)
    if (problem) return { ready: false, asking: { ...goTo(now, at), problem } }
  }
  return { ready: true, asking: now }
}

/** What is known so far, with what is being typed, for the line. */
export const valuesNow = (asking: Asking): Values => taken(asking).values
