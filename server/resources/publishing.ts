import type { Published } from '@tocsin/core/resources/published'
import type { Save } from '../records/save'
import { iso } from '../time'

/** Returns the actions of a text that is published by hand; the server sets the time. */
export function publishActions<R extends Published>() {
  const set = (published_at: (save: Save<R>) => string | null) => async (save: Save<R>, text: R) =>
    save.history(await save.set(text, { published_at: published_at(save) }))
  return { publish: set((save) => iso(save.parts.now())), unpublish: set(() => null) }
}
