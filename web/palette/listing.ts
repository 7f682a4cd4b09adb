import { createFinder } from '@tocsin/core/find/finder'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { GROUPS, type Command } from '../commands/command'
import type { ActiveKey } from '../keys/keyboard'
import type { FoundCommand } from './command-index'
import type { Memory } from '../data/visits'
import type { FoundRecord } from './record-engine'
import { commandRow, idRow, keyRow, keyTitle, resourceRow, pathRow, recordRow, type Row } from './rows'

/** The number of recent records offered before anything is typed. */
const RECENTS = 5

type Parts = { commands: readonly Command[]; languages: readonly Translate[]; memory: Memory; here: string }

/** Lists the rows before anything is typed: commands at hand, the last one again, recent records, places to go. */
export function emptyListing({ commands, languages, memory, here }: Parts): Row[] {
  const [t] = languages as [Translate]
  const of = (...groups: string[]) =>
    commands.filter(({ group }) => groups.includes(group)).map((command) => commandRow(command, languages))
  const last = commands.find(({ id }) => id === memory.again?.command)
  // A command of a screen is listed above already, and would act on other records than the last time.
  const again =
    last && memory.again && !HERE.has(last.group)
      ? [commandRow(last, languages, { group: 'again', values: memory.again.values })]
      : []
  const recents = memory.recents
    .map((record) => recordRow({ ...record, subtitle: null }, t, 'recent'))
    .filter(({ doing }) => doing.kind === 'go' && doing.href !== here)
    .slice(0, RECENTS)
  const go = commands.filter(({ group, asks }) => group === 'go' && asks.length === 0)
  return [
    ...of('selection'),
    ...of('record', 'list'),
    ...again,
    ...recents,
    ...go.map((command) => commandRow(command, languages)),
  ]
}

const HERE = new Set<string>(['selection', 'record', 'list'])

/** Returns whether `.` lists a command: it acts on the selection, or on the row or record at hand. */
export const isAtHand = ({ group }: Command): boolean => group === 'selection' || group === 'record'

/** Returns whether text typed after `.` finds a command: all commands of this page, those of its list included. */
export const isOfHere = ({ group }: Command): boolean => HERE.has(group)

export const commandListing = (commands: readonly Command[], languages: readonly Translate[]): Row[] =>
  inOrder(commands.map((command) => commandRow(command, languages)))

const inOrder = (rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => placeOf(one.group) - placeOf(other.group))
const placeOf = (group: string) => (GROUPS as readonly string[]).indexOf(group)

/**
 * Lists the rows found, the group with the best match first; equal groups are in the order of GROUPS. Rows found only
 * by typos are left out where another row was found as written.
 */
export function foundListing(
  commands: readonly FoundCommand[],
  records: readonly FoundRecord[],
  languages: readonly Translate[],
): Row[] {
  const [t] = languages as [Translate]
  const best = Math.min(...[...commands.map(({ found }) => found), ...records].map(({ tier }) => tier))
  const isNear = ({ tier }: { tier: number }) => tier <= Math.max(1, best)
  const ranked = [
    ...commands
      .filter(({ found }) => isNear(found))
      .map(({ command, found }) => ({ row: commandRow(command, languages, { found }), score: found.score })),
    ...records.filter(isNear).map((record) => ({ row: recordRow(record, t), score: record.score })),
  ]
  const bestOf = new Map<string, number>()
  for (const { row, score } of ranked) bestOf.set(row.group, Math.min(score, bestOf.get(row.group) ?? Infinity))
  // The sort is stable: within a group the finder's own order stays.
  return ranked
    .map(({ row }) => row)
    .toSorted(
      (one, other) =>
        (bestOf.get(one.group) ?? 0) - (bestOf.get(other.group) ?? 0) || placeOf(one.group) - placeOf(other.group),
    )
}

/** Lists the resources to choose from after `#`. */
export function resourceListing(text: string, resources: readonly string[], languages: readonly Translate[]): Row[] {
  const [t] = languages as [Translate]
  if (text.trim() === '') return resources.map((resource) => resourceRow(resource, t))
  const finder = createFinder(
    resources.map((resourceName) => ({
      id: resourceName,
      titles: languages.map((one) => one(`resources.${resourceName}.names`)),
      keywords: [resourceName, ...languages.map((one) => one(`resources.${resourceName}.name`))],
    })),
  )
  return finder
    .find(text)
    .map(({ entry, title, marks }) => resourceRow(resources[entry] as string, t, title === 0 ? marks : []))
}

/** Reads the resource of `#sites abaete`, in any spelling or language, once a space follows it. */
export function readResource(
  text: string,
  resources: readonly string[],
  languages: readonly Translate[],
  fold: (text: string) => string,
): { resource: string; text: string } | null {
  const folded = fold(text.trimStart())
  for (const resource of resources)
    for (const name of [
      resource,
      ...languages.flatMap((t) => [t(`resources.${resource}.names`), t(`resources.${resource}.name`)]),
    ]) {
      const spelled = `${fold(name)} `
      if (folded.startsWith(spelled)) return { resource, text: text.trimStart().slice(spelled.length) }
    }
  return null
}

/** Lists the rows for `:12`, `:sites/12` or `:/sites/12`. */
export function addressListing(
  text: string,
  resources: readonly string[],
  records: readonly FoundRecord[],
  t: Translate,
): Row[] {
  const typed = text.trim()
  const path = /^\/?([a-z-]+(?:\/[\w/-]*)?)(?:\?.*)?$/.exec(typed)
  if (typed.startsWith('/')) return [pathRow(typed.replace(/^[/\\]+/, '/'), t)]
  if (/^\d{1,10}$/.test(typed)) {
    const known = new Set(records.map(({ noun: resource }) => resource))
    const others = resources
      .filter((resourceName) => !known.has(resourceName))
      .map((resourceName) => idRow(resourceName, Number(typed), t))
    return [...records.map((record) => recordRow(record, t)), ...others]
  }
  return path && resources.includes(path[1]?.split('/')[0] ?? '') ? [pathRow(`/${typed}`, t)] : []
}

/** Lists, after `?`, the keys of the screen below and the palette's mode characters. */
export function keyListing(text: string, keys: readonly ActiveKey[], languages: readonly Translate[]): Row[] {
  const [t] = languages as [Translate]
  if (text.trim() === '') return keys.map((key) => keyRow(key, t))
  const finder = createFinder(
    keys.map((key) => ({ id: key.id, titles: languages.map((one) => keyTitle(key, one)), keywords: [...key.keys] })),
  )
  return finder.find(text).map(({ entry, title, marks }) => keyRow(keys[entry]!, t, title === 0 ? marks : []))
}
