import { useRef, useState, type RefObject } from 'react'
import { fold } from '@tocsin/core/base/fold'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { readNoun } from './listing'
import { readMode, type Mode } from '../commands/palette-modes'
import type { Opened } from '../commands/open-palette'
import { useLatest } from '../ui/use-latest'

/** The scope of a search. */
export type Scope = { mode: Mode; noun: string | null; atHand: boolean }
export type Looking = Scope & { text: string }

export type Lookup = {
  scope: Scope
  /** The text searched for, as the field has it now. */
  text: RefObject<string>
  /** Takes the text typed. A mode's character and a named noun become chips and leave the field. */
  type: (typed: string) => void
  /** Takes a text as if typed from the beginning, its mode included. */
  look: (typed: string) => void
  change: (change: Partial<Looking>) => void
}

/**
 * Holds the scope of the search, which is rendered, and its text, which only the field shows: a letter redraws nothing
 * but the rows that answer it. `write` puts a text into the field; `search` is called when only the text has changed.
 */
export function useLooking(
  opened: Opened,
  { nouns, languages }: { nouns: readonly string[]; languages: readonly Translate[] },
  { write, search }: { write: (text: string) => void; search: () => void },
): Lookup {
  const [first] = useState(() => {
    const start = { ...readMode(opened.query ?? opened.line ?? ''), noun: null, atHand: opened.scope === 'at-hand' }
    return takeNoun(start, nouns, languages)
  })
  const [scope, setScope] = useState<Scope>({ mode: first.mode, noun: first.noun, atHand: first.atHand })
  const text = useRef(first.text)
  const latest = useLatest(scope)

  const change = (some: Partial<Looking>) => {
    const now = latest()
    const { text: wanted, ...next } = takeNoun({ ...now, text: text.current, ...some }, nouns, languages)
    const isOther = next.mode !== now.mode || next.noun !== now.noun || next.atHand !== now.atHand
    text.current = wanted
    write(wanted)
    if (isOther) setScope(next)
    else search()
  }
  const look = (typed: string) => change({ ...readMode(typed), noun: null })
  return {
    scope,
    text,
    type: (typed) => {
      const { mode, atHand } = latest()
      if (mode === 'all' && !atHand && readMode(typed).mode !== 'all') look(typed)
      else change({ text: typed })
    },
    look,
    change,
  }
}

/** Takes a named noun out of the text, for `#sites abaete` typed in one go. */
function takeNoun(looking: Looking, nouns: readonly string[], languages: readonly Translate[]): Looking {
  if (looking.mode !== 'records' || looking.noun) return looking
  const read = readNoun(looking.text, nouns, languages, fold)
  return read ? { ...looking, noun: read.noun, text: read.text } : looking
}
