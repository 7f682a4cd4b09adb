import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Reason } from '@tocsin/core/vocabulary/resource'
import type { Command, Values } from '../commands/command'
import type { ActiveKey } from '../keys/keyboard'
import type { KeyId } from '../keys/map'
import { listHref, showHref } from '../navigation/hrefs'
import { iconOf } from '../navigation/places'
import type { IconName } from '../ui/icon'
import type { FoundCommand } from './command-index'
import type { FoundRecord } from './record-engine'

/** What Enter does with a row. */
export type Doing =
  | { kind: 'command'; command: Command; values?: Values }
  | { kind: 'go'; href: string; record?: { noun: string; id: number; title: string } }
  /** Goes on typing in the palette: another mode, another noun. */
  | { kind: 'type'; text: string }
  /** Only to be read. */
  | { kind: 'read' }

export type Marks = readonly (readonly [from: number, to: number])[]

/** One line of the palette. Texts are in the reader's language already. */
export type Row = {
  key: string
  /** Under which caption it stands: `palette.groups.…`. */
  group: string
  icon: IconName
  title: string
  marks: Marks
  note: string
  noteMarks: Marks
  /** The key that does it without the palette. */
  hotkey?: KeyId
  /** Keys to be shown as they are. */
  keys?: readonly string[]
  /** In mono, where a key would be: the id of a record. */
  code?: string
  blocked: Reason | null
  /** The line that does the same in a terminal; null where there is none. */
  line: string | null
  doing: Doing
}

const none: Marks = []

/** A command, with what of its title was matched; found by its title in the other language, that one is shown beside it. */
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

/** What a noun is called within a sentence: asked for a hundred times at a key. */
function nameIn(t: Translate, noun: string): string {
  let known = names.get(t)
  if (!known) names.set(t, (known = new Map()))
  let name = known.get(noun)
  if (name === undefined) known.set(noun, (name = t(`resources.${noun}.name`).toLowerCase()))
  return name
}

/** A record: Enter opens it. */
export function recordRow(
  record: Pick<FoundRecord, 'noun' | 'id' | 'title' | 'subtitle'> & { marks?: Marks },
  t: Translate,
  group = 'records',
): Row {
  const { noun, id, title, subtitle, marks = none } = record
  return {
    key: `${group}:${noun}/${id}`,
    group,
    icon: iconOf(noun),
    title: title || `#${id}`,
    marks,
    note: subtitle ? `${nameIn(t, noun)} · ${subtitle}` : nameIn(t, noun),
    noteMarks: none,
    code: `#${id}`,
    blocked: null,
    line: `tocsin ${noun} get ${id}`,
    doing: { kind: 'go', href: showHref(noun, id), record: { noun, id, title } },
  }
}

/** A path that was typed. */
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

/** An id of a noun that was typed, before anybody knows whether there is such a record. */
export const idRow = (noun: string, id: number, t: Translate): Row => ({
  ...recordRow({ noun, id, title: t('palette.openId', { noun: t(`resources.${noun}.name`), id }), subtitle: null }, t),
  key: `id:${noun}/${id}`,
  group: 'go',
  note: '',
  doing: { kind: 'go', href: showHref(noun, id) },
})

/** A noun whose records are to be looked through. */
export const nounRow = (noun: string, t: Translate, marks: Marks = none): Row => ({
  key: `noun:${noun}`,
  group: 'nouns',
  icon: iconOf(noun),
  title: t(`resources.${noun}.names`),
  marks,
  note: '',
  noteMarks: none,
  code: `#${noun}`,
  blocked: null,
  line: `tocsin ${noun} list`,
  doing: { kind: 'type', text: `#${noun} ` },
})

/** A key and what it does. */
/** `Go to Sites`, `New record in Sites`: where it stands alone the place does not say which of the two. */
export const keyTitle = ({ id, label }: Pick<ActiveKey, 'id' | 'label'>, t: Translate): string =>
  id.startsWith('go:')
    ? `${t('keys.prefixes.g')} ${t(label)}`
    : id.startsWith('new:')
      ? `${t('keys.prefixes.n')} ${t(label)}`
      : t(label)

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

/** Where a row leads when it is opened beside this page. */
export const hrefOf = ({ doing }: Row): string | null => {
  if (doing.kind === 'go') return doing.href
  if (doing.kind !== 'command') return null
  const [what, noun = ''] = doing.command.id.split('.')
  return what === 'go' ? (noun === 'home' ? '/' : listHref(noun)) : null
}

/**
 * Which row Enter is for at first: what cannot be done is passed on the way, but not from a selection to a record beside it,
 * of which nobody spoke.
 */
export function firstToRun(rows: readonly Row[]): Row | undefined {
  const first = rows.find(({ blocked }) => !blocked)
  if (first?.group !== 'record') return first
  return rows.slice(0, rows.indexOf(first)).find(({ group }) => group === 'selection') ?? first
}
