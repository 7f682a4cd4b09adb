import { addKeys } from './keyboard'
import type { Binding, KeyBinding } from './map'

/** The keys of the board of alerts, in its grid and in its drawer. They come with the board. */
const BOARD = {
  take: { keys: ['a'], scopes: ['record'] },
  note: { keys: ['n'], scopes: ['record'] },
  handOn: { keys: ['m'], scopes: ['record'] },
  resolve: { keys: ['r'], scopes: ['record'] },
  reopen: { keys: ['Shift+R'], scopes: ['record'] },
  takeIn: { keys: ['u'], scopes: ['list'] },
  sound: { keys: ['b'], scopes: ['list'] },
  volume: { keys: ['Shift+B'], scopes: ['list'] },
  tests: { keys: ['i'], scopes: ['list'] },
} as const satisfies Record<string, Binding>

export type BoardActions = typeof BOARD

addKeys(
  Object.entries(BOARD).map(([id, binding]): KeyBinding => ({
    ...binding,
    id: id as keyof BoardActions,
    label: `alerts.keys.${id}`,
  })),
)
