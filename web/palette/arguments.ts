import { readFlag, FlagError, type Flag } from '@tocsin/core/command-line/commands'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Fields, Reason } from '@tocsin/core/vocabulary/resource'
import { check } from '@tocsin/core/vocabulary/validate'
import type { Ask, Command, Values } from '../commands/command'

/** The kinds of input that a page of the palette shows. */
export type PageKind = 'choice' | 'records' | 'text' | 'long' | 'number' | 'date'

export const kindOf = ({ flag, field, long }: Ask): PageKind => {
  if (flag.type === 'choice' || flag.type === 'boolean') return 'choice'
  if (flag.type === 'ref' || flag.type === 'refs') return 'records'
  if (flag.type === 'number') return 'number'
  if (field?.type === 'date') return 'date'
  return long ? 'long' : 'text'
}

/** Returns a given value as text: yes and no in words, a choice as a command line spells it. */
export const textOfValue = (value: unknown, t: Translate): string =>
  typeof value === 'boolean' ? t(value ? 'palette.yes' : 'palette.no') : String(value)

/** A command whose arguments are being asked for. At `asks.length` all of them are given and Enter runs the command. */
export type PendingCommand = {
  command: Command
  values: Values
  at: number
  /** The text typed on the page shown. */
  text: string
  problem: Reason | null
  /** The names of the chosen records, by `resource/id`. */
  names: Readonly<Record<string, string>>
}

/** Begins to ask for arguments, at the first one that is not known. Defaults are filled in. */
export function begin(command: Command, known: Values = {}, names: PendingCommand['names'] = {}): PendingCommand {
  const values: Values = {}
  for (const { flag, preset } of command.asks) if (preset !== undefined) values[flag.path] = preset
  Object.assign(values, known)
  const open = command.asks.findIndex(({ flag }) => known[flag.path] === undefined)
  return goTo({ command, values, at: 0, text: '', problem: null, names }, open < 0 ? command.asks.length : open)
}

/** Goes to another page, with its present value in the field. */
export function goTo(asking: PendingCommand, at: number): PendingCommand {
  const to = Math.max(0, Math.min(at, asking.command.asks.length))
  const ask = asking.command.asks[to]
  return { ...asking, at: to, text: ask ? textOf(ask, asking.values[ask.flag.path]) : '', problem: null }
}

function textOf(ask: Ask, value: unknown): string {
  const kind = kindOf(ask)
  if (value === undefined || value === null || kind === 'choice' || kind === 'records') return ''
  return ask.flag.type === 'json' ? JSON.stringify(value) : String(value)
}

/** Reads the text of a page as a value; undefined where it is empty. */
function readText(flag: Flag, text: string): { value: unknown } | { problem: Reason } {
  if (text.trim() === '') return { value: undefined }
  try {
    return { value: readFlag(flag, text) }
  } catch (error) {
    if (error instanceof FlagError) return { problem: { key: error.key, values: error.values } }
    throw error
  }
}

/** Returns the problem with the value of an ask; its rules see the other values too. */
export function problemOf({ command, values }: PendingCommand, ask: Ask): Reason | null {
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

/** Takes the text typed on the page into the values. The page stays where the text cannot be read. */
export function taken(asking: PendingCommand): PendingCommand {
  const ask = asking.command.asks[asking.at]
  if (!ask || !['text', 'long', 'number', 'date'].includes(kindOf(ask))) return asking
  const read = readText(ask.flag, asking.text)
  if ('problem' in read) return { ...asking, problem: read.problem }
  return { ...asking, values: { ...asking.values, [ask.flag.path]: read.value }, problem: null }
}

/** Sets the value of the page: a choice or a record. */
export function given(asking: PendingCommand, value: unknown, names: PendingCommand['names'] = {}): PendingCommand {
  const ask = asking.command.asks[asking.at]
  if (!ask) return asking
  const values = { ...asking.values, [ask.flag.path]: value }
  return { ...asking, values, names: { ...asking.names, ...names }, text: '', problem: null }
}

/** Goes to the next page if this one is valid; else stays and sets its problem. */
export function next(asking: PendingCommand): PendingCommand {
  const now = taken(asking)
  const ask = now.command.asks[now.at]
  if (now.problem || !ask) return now
  const problem = problemOf(now, ask)
  return problem ? { ...now, problem } : goTo(now, now.at + 1)
}

/** Goes back one page, even from a text that cannot be read yet. */
export function back(asking: PendingCommand): PendingCommand {
  const now = taken(asking)
  return goTo(now.problem ? asking : now, asking.at - 1)
}

/** Returns whether the command is ready to run with the values given, else the first page with a problem. */
export function finished(asking: PendingCommand): { ready: boolean; asking: PendingCommand } {
  const now = taken(asking)
  if (now.problem) return { ready: false, asking: now }
  for (const [at, ask] of now.command.asks.entries()) {
    const problem = problemOf(now, ask)
    if (problem) return { ready: false, asking: { ...goTo(now, at), problem } }
  }
  return { ready: true, asking: now }
}

/** Returns the values known so far, with the text being typed, for the line. */
export const valuesNow = (asking: PendingCommand): Values => taken(asking).values
