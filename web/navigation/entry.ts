/**
 * What a page was like when it was left: its active row, its scroll, what was selected. Kept per entry of the browser's
 * history, so that Back restores it and a new visit begins anew. It is written to sessionStorage when the page hides, and
 * not at each key: browsers throttle changes of the history itself.
 */
type Kept = Record<string, unknown>

const KEY = 'entries'
/** Entries kept: as far back as anybody goes. */
const LIMIT = 60

const read = (): Map<string, Kept> => {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as [string, Kept][])
  } catch {
    return new Map()
  }
}

const entries = read()

/** The id of the entry that is shown; a new one gets its id when it is first asked for. */
export function entryId(): string {
  const state = (history.state ?? {}) as { entry?: unknown }
  if (typeof state.entry === 'string') return state.entry
  const entry = crypto.randomUUID?.() ?? String(Math.random())
  history.replaceState({ ...state, entry }, '')
  return entry
}

/** Something remembered of an entry. */
export function recall<T>(entry: string, name: string): T | undefined {
  return entries.get(entry)?.[name] as T | undefined
}

/** Remembers something of an entry; cheap enough to be called at each key. */
export function keep(entry: string, name: string, value: unknown): void {
  const kept = entries.get(entry) ?? {}
  kept[name] = value
  entries.delete(entry)
  entries.set(entry, kept)
  if (entries.size > LIMIT) entries.delete(entries.keys().next().value as string)
}

/** Another account has been nowhere yet. */
export const forgetEntries = (): void => {
  entries.clear()
  save()
}

const save = () => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...entries]))
  } catch {
    // Full or refused: Back still restores while the page lives.
  }
}

addEventListener('pagehide', save)
