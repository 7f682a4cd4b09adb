import type { KeyboardEvent } from 'react'
import { keyboard } from '../keys/use-keys'
import type { PageKind } from './arguments'
import type { FieldElement } from './ask-page'
import type { Identified, Results } from './results'
import type { useAsking } from './use-asking'
import type { Press } from './use-results'

/** The number of rows that Page Up and Page Down move by. */
const PAGE = 10

type MovedIn = {
  change: (change: { kind: 'moved'; by: number }) => void
  enter: (press: Press) => void
  now: () => Results<Identified>
}

type Parts = {
  pages: ReturnType<typeof useAsking>
  /** The kind of the page shown; undefined while the palette searches. */
  kind: PageKind | undefined
  /** The list that the field moves in, if there is one. */
  list: MovedIn | null
  text: string
  retreat: () => void
  copyLine: () => void
  /** Retries a failure; null where nothing failed. */
  retry: (() => void) | null
  /** Continues the line typed; null where no line is typed. */
  complete: (() => void) | null
}

/** Handles the keys of the palette's field. */
export function handleFieldKey(event: KeyboardEvent<FieldElement>, parts: Parts): void {
  const { pages, kind, list, text, retreat, copyLine, retry, complete } = parts
  if (event.nativeEvent.isComposing || event.keyCode === 229) return
  const { key, shiftKey, altKey, currentTarget: element } = event
  const isMod = keyboard.mac ? event.metaKey : event.ctrlKey
  const isLong = kind === 'long'
  const isChoosing = kind === 'choice' || kind === 'records'
  const { asking } = pages
  const move = (by: number) => {
    if (isLong || !list) return
    event.preventDefault()
    list.change({ kind: 'moved', by })
  }
  // The list must not take the caret's own keys.
  if (['Home', 'End', 'ArrowLeft', 'ArrowRight'].includes(key)) event.stopPropagation()
  if (altKey) return
  if (key === 'ArrowDown') move(1)
  else if (key === 'ArrowUp') move(-1)
  else if (key === 'PageDown') move(PAGE)
  else if (key === 'PageUp') move(-PAGE)
  else if (key === 'Enter' && !(isLong && shiftKey && !isMod)) {
    event.preventDefault()
    if (event.repeat) return
    if (asking && isMod) pages.finish()
    else if (asking && !isChoosing) pages.next()
    else if (retry && list && isEmpty(list)) retry()
    // Without a choice to take, Enter goes on with the records taken before, unless the choices are still loading.
    else if (asking && text === '' && !shiftKey && list && isEmpty(list)) pages.next()
    else list?.enter(isMod ? 'defaults' : shiftKey ? 'aside' : 'plain')
  } else if (key === 'Tab') {
    // The browser's Tab would leave the palette, since the field is the only tab stop.
    event.preventDefault()
    if (!asking && retry) element.closest('dialog')?.querySelector<HTMLElement>('[data-retry]')?.focus()
    else if (!asking && !shiftKey) complete?.()
    if (!asking) return
    if (shiftKey) pages.back()
    else pages.forward()
  } else if (key === 'Backspace' && text === '' && !event.repeat) {
    event.preventDefault()
    retreat()
  } else if (isMod && !shiftKey && key.toLowerCase() === 'c' && hasNoSelection(element)) {
    event.preventDefault()
    copyLine()
  }
}

function isEmpty({ now }: MovedIn): boolean {
  const { rows, shownQuery, latestQuery } = now()
  return rows.length === 0 && shownQuery === latestQuery
}

const hasNoSelection = (element: FieldElement): boolean =>
  element.selectionStart === element.selectionEnd && (getSelection()?.isCollapsed ?? true)
