import { createContext, useContext, useId, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { createKeyboard, type Handlers, type PrefixState } from './keyboard'
import type { Scope } from './map'
import { targetOf } from './target'

/** Apple's keyboards: Mod is Command. */
const isMac = (): boolean => /^(Mac|iP)/.test(globalThis.navigator?.platform ?? '')

/** The page's one keyboard. */
export const keyboard = createKeyboard({
  mac: isMac(),
  schedule: (run, delay) => {
    const timer = setTimeout(run, delay)
    return () => clearTimeout(timer)
  },
})

function onKeyDown(event: KeyboardEvent) {
  // A control answered it already; then it was not meant to follow a prefix either.
  if (event.defaultPrevented) keyboard.leave()
  else if (keyboard.handle(event, targetOf(event.target instanceof Element ? event.target : null)) !== 'ignored')
    event.preventDefault()
}

/** How many dialogs a component lies in. What comes to the page below an open dialog is not above it for being later. */
export const KeyDepth = createContext(0)

/** More layers than a page ever has. */
const PER_DEPTH = 1e9

/** Binds the keyboard to the page; used once, at its root. */
export function useKeyboard(): void {
  // Before the page is painted: who sees it may press.
  useLayoutEffect(() => {
    keyboard.setSingleKeys(readSingleKeys())
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      keyboard.leave()
    }
  }, [])
}

/**
 * Gives keys a meaning while the component is shown, always by its latest handlers. A child's keys come before its
 * parent's; whatever is enabled later comes before what was there, within the same dialog. A modal layer hides those
 * below it; `topmost` is for what lies over every dialog.
 */
export function useKeys<S extends Scope>(
  scope: S,
  handlers: Handlers<S>,
  { enabled = true, modal = false, topmost = false }: { enabled?: boolean; modal?: boolean; topmost?: boolean } = {},
): void {
  const id = useId()
  const depth = useContext(KeyDepth)
  const latest = useRef(handlers)
  useLayoutEffect(() => {
    latest.current = handlers
  })
  // Taken while rendering, where parents come first: effects run from the children upwards.
  // oxlint-disable-next-line react/exhaustive-deps -- enabling anew puts the layer on top anew
  const place = useMemo(() => keyboard.reserve(), [enabled, modal])
  // A modal layer lies between what it covers and what is in its dialog.
  const order = place + PER_DEPTH * (topmost ? 1_000 : 2 * depth + (modal ? 1 : 0))
  useLayoutEffect(() => {
    if (!enabled) return
    return keyboard.add({
      id,
      scope,
      order,
      get handlers() {
        return latest.current
      },
      ...(modal ? { modal: true as const } : {}),
    })
  }, [id, scope, order, enabled, modal])
}

/** What may follow the prefix that waits, once it has waited long enough to ask. */
export const usePrefix = (): PrefixState | null => useSyncExternalStore(keyboard.onPrefix, keyboard.prefix)

const STORED_AS = 'singleKeys'
const listeners = new Set<() => void>()
let chosen: boolean | undefined

/** A browser may refuse storage altogether; then the choice lasts as long as the page. */
export function readSingleKeys(): boolean {
  try {
    chosen ??= localStorage.getItem(STORED_AS) !== 'off'
  } catch {
    chosen ??= true
  }
  return chosen
}

export function chooseSingleKeys(on: boolean): void {
  chosen = on
  try {
    if (on) localStorage.removeItem(STORED_AS)
    else localStorage.setItem(STORED_AS, 'off')
  } catch {
    // Refused storage: the choice still holds for this page.
  }
  keyboard.setSingleKeys(on)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether single keys act, and what switches them; lists take letters for type-ahead while they are off. */
export function useSingleKeys(): [on: boolean, choose: (on: boolean) => void] {
  const on = useSyncExternalStore(subscribe, readSingleKeys)
  return [on, chooseSingleKeys]
}
