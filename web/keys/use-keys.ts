import { createContext, useContext, useId, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { createKeyboard, type Handlers, type PrefixState } from './keyboard'
import type { Scope } from './map'
import { stored } from '../stored'
import { targetOf } from './target'

/** Returns whether the keyboard is Apple's, where Mod is Command. */
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
  // A control has handled the key already, so the key does not follow a prefix.
  if (event.defaultPrevented) keyboard.leave()
  else if (keyboard.handle(event, targetOf(event.target instanceof Element ? event.target : null)) !== 'ignored')
    event.preventDefault()
}

/** The number of dialogs around a component. A layer added later below an open dialog stays below that dialog. */
export const KeyDepth = createContext(0)

/** The distance in order between two depths: more than the number of layers that are ever reserved. */
const PER_DEPTH = 1e9

/** Binds the keyboard to the page; used once, at its root. */
export function useKeyboard(): void {
  // The listener comes before the first paint: a key may be pressed as soon as the page is visible.
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
 * Handles keys while the component is mounted, always by its latest handlers. A child's keys come before its
 * parent's; within the same dialog a layer enabled later comes before earlier ones. A modal layer hides those below
 * it; `topmost` puts a layer over every dialog.
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
  // The place is reserved while rendering, where parents come first: effects run from the children upwards.
  // oxlint-disable-next-line react/exhaustive-deps -- enabling anew puts the layer on top anew
  const place = useMemo(() => keyboard.reserve(), [enabled, modal])
  // A modal layer is above the layers it covers and below those in its dialog.
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

/** Returns the keys that may follow the waiting prefix, once it has waited long enough to show them. */
export const usePrefix = (): PrefixState | null => useSyncExternalStore(keyboard.onPrefix, keyboard.prefix)

const kept = stored('singleKeys')
const listeners = new Set<() => void>()
let chosen: boolean | undefined

/** Returns the choice of single keys. If the browser refuses storage, the choice lasts as long as the page. */
export function readSingleKeys(): boolean {
  return (chosen ??= kept.get() !== 'off')
}

export function chooseSingleKeys(on: boolean): void {
  chosen = on
  // Where storage is refused, the choice still holds for this page.
  kept.set(on ? null : 'off')
  keyboard.setSingleKeys(on)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns whether single keys act, and their switch; while they are off, lists take letters for type-ahead. */
export function useSingleKeys(): [on: boolean, choose: (on: boolean) => void] {
  const on = useSyncExternalStore(subscribe, readSingleKeys)
  return [on, chooseSingleKeys]
}
