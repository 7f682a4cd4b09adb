import { useRef, useState, type RefObject } from 'react'
import { fold } from '@tocsin/core/base/fold'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { readResource } from './listing'
import type { Mode } from '../commands/palette-modes'
import { readMode } from './read-mode'
import type { Opened } from '../commands/open-palette'
import { useLatest } from '../ui/use-latest'

/** The scope of a search in the palette. */
export type Scope = { mode: Mode; resource: string | null; atHand: boolean }
export type SearchQuery = Scope & { text: string }

export type SearchState = {
  scope: Scope
  /** The text searched for, as the field has it now. */
  text: RefObject<string>
  /** Takes the text typed. A mode's character and a named resource become chips and leave the field. */
  type: (typed: string) => void
  /** Takes a text as if typed from the beginning, its mode included. */
  typeAnew: (typed: string) => void
  change: (change: Partial<SearchQuery>) => void
}

/**
 * Holds the scope of the search, which is rendered, and its text, which only the field shows, so that a letter redraws
 * only the rows found. `write` puts a text into the field; `search` is called when only the text has changed.
 */
export function useSearchQuery(
  opened: Opened,
  { resources, languages }: { resources: readonly string[]; languages: readonly Translate[] },
  { write, search }: { write: (text: string) => void; search: () => void },
): SearchState {
  const [first] = useState(() => {
    const start = { ...readMode(opened.query ?? opened.line ?? ''), resource: null, atHand: opened.scope === 'at-hand' }
    return takeResource(start, resources, languages)
  })
  const [scope, setScope] = useState<Scope>({ mode: first.mode, resource: first.resource, atHand: first.atHand })
  const text = useRef(first.text)
  const latest = useLatest(scope)

  const change = (some: Partial<SearchQuery>) => {
    const now = latest()
    const { text: wanted, ...next } = takeResource({ ...now, text: text.current, ...some }, resources, languages)
    const isOther = next.mode !== now.mode || next.resource !== now.resource || next.atHand !== now.atHand
    text.current = wanted
    write(wanted)
    if (isOther) setScope(next)
    else search()
  }
  const typeAnew = (typed: string) => change({ ...readMode(typed), resource: null })
  return {
    scope,
    text,
    type: (typed) => {
      const { mode, atHand } = latest()
      if (mode === 'all' && !atHand && readMode(typed).mode !== 'all') typeAnew(typed)
      else change({ text: typed })
    },
    typeAnew,
    change,
  }
}

/** Takes a named resource out of the text, for `#sites abaete` typed in one go. */
function takeResource(query: SearchQuery, resources: readonly string[], languages: readonly Translate[]): SearchQuery {
  if (query.mode !== 'records' || query.resource) return query
  const read = readResource(query.text, resources, languages, fold)
  return read ? { ...query, resource: read.resource, text: read.text } : query
}
