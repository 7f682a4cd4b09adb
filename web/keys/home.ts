import { addKeys } from './keyboard'
import type { Binding } from './map'

/** The keys of the start page. They come with it. */
const HOME = {
  pin: { keys: ['p'], scopes: ['list'] },
  wait: { keys: ['1', '2', '3', '4'], scopes: ['list'] },
  takeBack: { keys: ['z'], scopes: ['list'] },
} as const satisfies Record<string, Binding>

export type HomeActions = typeof HOME

addKeys(
  (['pin', 'wait', 'takeBack'] as const).map((id) => ({
    ...HOME[id],
    id,
    label: `landing.keys.${id}`,
  })),
)
