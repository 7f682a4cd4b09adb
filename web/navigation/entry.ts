import { newId } from '../new-id'
import { storedInTab } from '../stored'

/**
 * Keeps the state in which a page was left: its active row, its scroll, its selection. The state belongs to an entry of
 * the browser's history, so that Back restores it and a new visit starts without it. It is written to sessionStorage
 * when the page hides. It is not kept in the history itself, since browsers throttle changes of the history.
 */
type Kept = Record<string, unknown>

/** Number of entries kept. */
const LIMIT = 60

const memory = storedInTab('entries')
const found = memory.read()
const entries = new Map((Array.isArray(found) ? found : []) as [string, Kept][])

/** Returns the id of the current entry; a new entry gets its id at the first call. */
export function entryId(): string {
  const state = (history.state ?? {}) as { entry?: unknown }
  if (typeof state.entry === 'string') return state.entry
  const entry = newId()
  history.replaceState({ ...state, entry }, '')
  return entry
}

/** Returns the value kept for an entry under a name. */
export function recall<T>(entry: string, name: string): T | undefined {
  return entries.get(entry)?.[name] as T | undefined
}

/** Keeps a value for an entry; cheap enough to be called at each key. */
export function keep(entry: string, name: string, value: unknown): void {
  const kept = entries.get(entry) ?? {}
  kept[name] = value
  entries.delete(entry)
  entries.set(entry, kept)
  if (entries.size > LIMIT) entries.delete(entries.keys().next().value as string)
}

/** Forgets all entries, which belong to the account that visited them. */
export const forgetEntries = (): void => {
  entries.clear()
  save()
}

// Where storage is full or refused, Back still restores the state until the page is reloaded.
const save = () => void memory.put([...entries])

addEventListener('pagehide', save)
