import type { Reading } from '@tocsin/core/command-line/reading-line'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Reason } from '@tocsin/core/vocabulary/resource'
import type { Command, Values } from '../commands/command'
import type { ActiveKey } from '../keys/keyboard'
import type { KeyId } from '../keys/map'
import { showHref } from '../navigation/hrefs'
import { iconOf } from '../navigation/places'
import type { IconName } from '../ui/icon'
import type { FoundCommand } from './command-index'
import type { FoundRecord } from './record-engine'

/** The effect of Enter on a row. */
export type Doing =
  | { kind: 'command'; command: Command; values?: Values }
  | { kind: 'go'; href: string; record?: { noun: string; id: number; title: string } }
  /** Puts a text in the palette's box, which selects another mode or another resource. */
  | { kind: 'type'; text: string }
  /** Carries out a line of the terminal. */
  | { kind: 'line'; reading: Reading }
  /** Does nothing: the row is only to be read. */
  | { kind: 'read' }

export type Marks = readonly (readonly [from: number, to: number])[]

/** One line of the palette. Texts are in the reader's language already. */
export type Row = {
  key: string
  /** The caption above the row: `palette.groups.…`. */
  group: string
  icon: IconName
  title: string
  marks: Marks
  note: string
  noteMarks: Marks
  /** The key that has the same effect without the palette. */
  hotkey?: KeyId
  /** The keys to show in place of `hotkey`, as the map spells them. */
  keys?: readonly string[]
  /** The id of a record, shown in mono in place of a key. */
  code?: string
  blocked: Reason | null
  /** The line that does the same in a terminal; null where there is none. */
  line: string | null
  doing: Doing
}

const none: Marks = []

/** Makes a command's row with the matches in its title. A title matched in another language is shown beside it. */
export function commandRow(
  command: Command,
  languages: readonly Translate[],
  options: { group?: string; found?: FoundCommand['found']; values?: Values } = {},
): Row {
  const [t] = languages as [Translate]
  const { id, title, note, icon, key, blocked = null, undo, line } = command
  const { group = command.group, found, values } = options
  const shown = title(t)
  const other = found && found.title > 0 ? languages[found.title] : undefined
  const otherTitle = other ? title(other) : ''
  const isOther = otherTitle !== '' && otherTitle !== shown
  const reversible = undo === 'nothing' || undo === 'irreversible' ? '' : t('palette.reversible')
  return {
    key: `${group}:${id}`,
    group,
    icon,
    title: shown,
    marks: found && !isOther ? found.marks : none,
    note: isOther ? otherTitle : (note?.(t) ?? (command.group === 'selection' ? reversible : '')),
    noteMarks: isOther && found ? found.marks : none,
    ...(key ? { hotkey: key } : {}),
    blocked,
    line: line === 'only-here' ? null : line(values ?? {}),
    doing: { kind: 'command', command, ...(values ? { values } : {}) },
  }
}

const names = new WeakMap<Translate, Map<string, string>>()

/** Returns a resource's name within a sentence, cached: it is needed a hundred times at a key. */
function nameIn(t: Translate, resource: string): string {
  let known = names.get(t)
  if (!known) names.set(t, (known = new Map()))
  let name = known.get(resource)
  if (name === undefined) known.set(resource, (name = t(`resources.${resource}.name`).toLowerCase()))
  return name
}

/** Makes the row of a record, which Enter opens. */
export function recordRow(
  record: Pick<FoundRecord, 'noun' | 'id' | 'title' | 'subtitle'> & { marks?: Marks },
  t: Translate,
  group = 'records',
): Row {
  const { noun: resource, id, title, subtitle, marks = none } = record
  return {
    key: `${group}:${resource}/${id}`,
    group,
    icon: iconOf(resource),
    title: title || `#${id}`,
    marks,
    note: subtitle ? `${nameIn(t, resource)} · ${subtitle}` : nameIn(t, resource),
    noteMarks: none,
    code: `#${id}`,
    blocked: null,
    line: `tocsin ${resource} get ${id}`,
    doing: { kind: 'go', href: showHref(resource, id), record: { noun: resource, id, title } },
  }
}

/** Makes the row of a typed path. */
export const pathRow = (path: string, t: Translate): Row => ({
  key: `path:${path}`,
  group: 'go',
  icon: 'arrowUpRight',
  title: t('palette.goToPath', { path }),
  marks: none,
  note: '',
  noteMarks: none,
  blocked: null,
  line: null,
  doing: { kind: 'go', href: path },
})

/** Makes the row of a typed id of a resource, whether or not there is such a record. */
export const idRow = (resource: string, id: number, t: Translate): Row => ({
  ...recordRow(
    { noun: resource, id, title: t('palette.openId', { what: t(`resources.${resource}.name`), id }), subtitle: null },
    t,
  ),
  key: `id:${resource}/${id}`,
  group: 'go',
  note: '',
  doing: { kind: 'go', href: showHref(resource, id) },
})

/** Makes the row of a resource whose records can be searched. */
export const resourceRow = (resource: string, t: Translate, marks: Marks = none): Row => ({
  key: `resource:${resource}`,
  group: 'resources',
  icon: iconOf(resource),
  title: t(`resources.${resource}.names`),
  marks,
  note: '',
  noteMarks: none,
  code: `#${resource}`,
  blocked: null,
  line: `tocsin ${resource} list`,
  doing: { kind: 'type', text: `#${resource} ` },
})

/** Returns the title of a key: `Go to Sites`, `New record in Sites`. The place alone would not tell them apart. */
export const keyTitle = ({ id, label }: Pick<ActiveKey, 'id' | 'label'>, t: Translate): string =>
  id.startsWith('go:')
    ? `${t('keys.prefixes.g')} ${t(label)}`
    : id.startsWith('new:')
      ? `${t('keys.prefixes.n')} ${t(label)}`
      : t(label)

/** Makes the row of a key and its effect. */
export const keyRow = ({ id, keys, label, scope }: ActiveKey, t: Translate, marks: Marks = none): Row => ({
  key: `key:${scope}:${id}`,
  group: `keys.${scope}`,
  icon: 'keyboard',
  title: keyTitle({ id, label }, t),
  marks,
  note: '',
  noteMarks: none,
  keys,
  blocked: null,
  line: null,
  doing: { kind: 'read' },
})

/** Returns the address that a row can open in another tab; null if it has none. */
export const hrefOf = ({ doing }: Row): string | null => {
  if (doing.kind === 'go') return doing.href
  return doing.kind === 'command' ? (doing.command.href ?? null) : null
}

/**
 * Returns the row highlighted first: the first one not blocked, but never a record's row in place of a blocked one of
 * the selection, since nobody meant that record.
 */
export function firstToRun(rows: readonly Row[]): Row | undefined {
  const first = rows.find(({ blocked }) => !blocked)
  if (first?.group !== 'record') return first
  return rows.slice(0, rows.indexOf(first)).find(({ group }) => group === 'selection') ?? first
}
