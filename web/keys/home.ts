import { addKeys } from './keyboard'
import type { Binding } from './map'

/** The keys of the start page. They come with it. */
const HOME = {
  wait: { keys: ['1', '2', '3', '4', '5'], scopes: ['list'] },
} as const satisfies Record<string, Binding>

export type HomeActions = typeof HOME

addKeys([{ ...HOME.wait, id: 'wait', label: 'landing.keys.wait' }])
