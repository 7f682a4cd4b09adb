import type { BoardActions } from './board'
import type { HomeActions } from './home'
import { isResourceName, type ResourceName } from '@tocsin/core/resources/index'

/** The place of a layer of keys. `anywhere` is the shell; an `overlay` is a dialog, drawer or menu. */
export const SCOPES = ['anywhere', 'list', 'row', 'record', 'fields', 'form', 'header', 'overlay'] as const
export type Scope = (typeof SCOPES)[number]

/** The letter of every destination, after `g` to go there and after `n` to make a new one. */
export const GO_LETTERS = {
  clients: 'c',
  sites: 's',
  teams: 't',
  users: 'u',
  apps: 'a',
  templates: 'p',
  maps: 'm',
  'mobile-users': 'w',
  'registration-codes': 'r',
  'registration-forms': 'f',
  'registration-handlers': 'k',
  'registration-data-schemas': 'q',
  terms: 'e',
  documents: 'd',
  'license-comments': 'l',
  'monitoring-providers': 'v',
  surveys: 'y',
  'broadcast-messages': 'b',
  home: 'h',
} as const
export type Destination = keyof typeof GO_LETTERS
/** A destination that is not a resource. */
export type OtherDestination = Exclude<Destination, ResourceName>

/** Keys that only begin a sequence. */
export const PREFIXES = ['g', 'n', 'y'] as const
export type Prefix = (typeof PREFIXES)[number]

export type Binding = {
  /** Alternatives, each a stroke or a prefix and a stroke: `Mod+K`, `g c`. */
  readonly keys: readonly string[]
  /** The layers that may handle it. */
  readonly scopes: readonly Scope[]
  /** The binding repeats while the key is held: only for movement. */
  readonly repeats?: true
  /** The binding also works in a text field, except for its single keys. */
  readonly typing?: true
}

const ACTIONS = {
  palette: { keys: ['Mod+K'], scopes: ['anywhere'], typing: true },
  help: { keys: ['?', 'F1'], scopes: ['anywhere'], typing: true },
  client: { keys: ['w'], scopes: ['anywhere'] },
  undo: { keys: ['z', 'Mod+Z'], scopes: ['anywhere'] },
  redo: { keys: ['Mod+Shift+Z'], scopes: ['anywhere'] },
  copyNew: { keys: ['y n'], scopes: ['anywhere'] },

  filter: { keys: ['/', 'f'], scopes: ['list'] },
  create: { keys: ['c'], scopes: ['list'] },
  sort: { keys: ['s'], scopes: ['list'] },
  showInactive: { keys: ['i'], scopes: ['list'] },
  refresh: { keys: ['r'], scopes: ['list', 'record'] },
  down: { keys: ['j', 'ArrowDown'], scopes: ['list'], repeats: true },
  up: { keys: ['k', 'ArrowUp'], scopes: ['list'], repeats: true },
  pageDown: { keys: ['PageDown'], scopes: ['list'], repeats: true },
  pageUp: { keys: ['PageUp'], scopes: ['list'], repeats: true },
  first: { keys: ['Home'], scopes: ['list'], repeats: true },
  last: { keys: ['End'], scopes: ['list'], repeats: true },
  top: { keys: ['Mod+Home'], scopes: ['list'], repeats: true },
  bottom: { keys: ['Mod+End'], scopes: ['list'], repeats: true },
  selectAll: { keys: ['Mod+A'], scopes: ['list'] },
  paste: { keys: ['Mod+V'], scopes: ['list'] },

  open: { keys: ['Enter', 'o'], scopes: ['row'] },
  openInTab: { keys: ['Shift+Enter'], scopes: ['row'] },
  preview: { keys: ['v'], scopes: ['row'] },
  intoCells: { keys: ['ArrowRight'], scopes: ['row'], repeats: true },
  outOfCells: { keys: ['ArrowLeft'], scopes: ['row'], repeats: true },
  copy: { keys: ['Mod+C'], scopes: ['row'] },
  // In a list whose order people give it, the key lifts a row and drops it; elsewhere it selects.
  lift: { keys: ['Space'], scopes: ['list', 'row'] },
  toggleRow: { keys: ['x', 'Space'], scopes: ['row'] },
  extendDown: { keys: ['Shift+ArrowDown', 'Shift+J'], scopes: ['row'], repeats: true },
  extendUp: { keys: ['Shift+ArrowUp', 'Shift+K'], scopes: ['row'], repeats: true },
  extendPageDown: { keys: ['Shift+PageDown'], scopes: ['row'], repeats: true },
  extendPageUp: { keys: ['Shift+PageUp'], scopes: ['row'], repeats: true },

  actions: { keys: ['.'], scopes: ['list', 'row', 'record'] },
  edit: { keys: ['e'], scopes: ['row', 'record'] },
  toggleActive: { keys: ['t'], scopes: ['list', 'row', 'record'] },
  use: { keys: ['u'], scopes: ['row', 'record'] },
  approve: { keys: ['a'], scopes: ['list', 'row', 'record'] },
  delete: { keys: ['Delete', '#'], scopes: ['list', 'row', 'record'] },
  restore: { keys: ['u'], scopes: ['list', 'row', 'record'] },
  copyIds: { keys: ['y y'], scopes: ['list', 'row', 'record'] },
  copyLine: { keys: ['y c'], scopes: ['list', 'row', 'record'] },
  copyLink: { keys: ['y l'], scopes: ['list', 'row', 'record'] },
  copyRow: { keys: ['y r'], scopes: ['list', 'row', 'record'] },
  export: { keys: ['y f'], scopes: ['list'] },

  publish: { keys: ['p'], scopes: ['record'] },
  nextRecord: { keys: ['j'], scopes: ['record'], repeats: true },
  previousRecord: { keys: ['k'], scopes: ['record'], repeats: true },
  tab: { keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'], scopes: ['record'] },

  nextColumn: { keys: ['ArrowRight'], scopes: ['header'], repeats: true },
  previousColumn: { keys: ['ArrowLeft'], scopes: ['header'], repeats: true },
  sortColumn: { keys: ['Enter'], scopes: ['header'] },

  // In the dialog of a rule, and the way there.
  rules: { keys: ['r'], scopes: ['form', 'fields'] },
  addCondition: { keys: ['c'], scopes: ['overlay'] },
  addGroup: { keys: ['Shift+C'], scopes: ['overlay'] },
  swapCombinator: { keys: ['t'], scopes: ['overlay'] },
  answers: { keys: ['v'], scopes: ['overlay', 'fields'] },
  // In the fields of a form.
  newPage: { keys: ['p'], scopes: ['fields'] },

  // The key moves the focus from the head of the page, past tabs and buttons, to the first field.
  fields: { keys: ['e'], scopes: ['form'] },
  save: { keys: ['Mod+Enter', 'Mod+S'], scopes: ['form', 'overlay'], typing: true },
  // The shell does not handle Escape: a layer under a dialog must not get the Escape that the dialog refuses.
  escape: { keys: ['Escape'], scopes: ['overlay', 'header', 'row', 'list', 'record', 'form'], typing: true },
} as const satisfies Record<string, Binding>

export type OwnAction = keyof typeof ACTIONS
export type ActionId = OwnAction | keyof BoardActions | keyof HomeActions
export type KeyId = ActionId | `go:${Destination}` | `new:${Exclude<Destination, 'home'>}`

/** The keys that a layer of a scope may handle: its own, and those that work anywhere. */
export type KeyIdIn<S extends Scope> = {
  [Id in KeyId]: Id extends ActionId
    ? Extract<(typeof ACTIONS & BoardActions & HomeActions)[Id]['scopes'][number], S | 'anywhere'> extends never
      ? never
      : Id
    : Id
}[KeyId]

export type KeyBinding = Binding & {
  readonly id: KeyId
  /** The message key of the name. */
  readonly label: string
}

const sequences = (verb: 'go' | 'new', prefix: Prefix): KeyBinding[] =>
  Object.entries(GO_LETTERS)
    .filter(([destination]) => verb === 'go' || destination !== 'home')
    .map(([destination, letter]) => ({
      id: `${verb}:${destination}` as KeyId,
      keys: [`${prefix} ${letter}`],
      scopes: ['anywhere'],
      label: isResourceName(destination) ? `resources.${destination}.names` : `keys.places.${destination}`,
    }))

/** Every key of the console, once. */
export const KEYS: readonly KeyBinding[] = [
  ...Object.entries(ACTIONS).map(([id, binding]) => ({
    ...(binding as Binding),
    id: id as KeyId,
    label: `keys.labels.${id}`,
  })),
  ...sequences('go', 'g'),
  ...sequences('new', 'n'),
]
