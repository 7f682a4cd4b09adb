import { useAtomValue } from 'jotai/react'
import { atom } from 'jotai/vanilla'
import { useEffect, useLayoutEffect, type ComponentType } from 'react'
import { ApiError } from '@tocsin/core/base/errors'
import { toastFailure } from '../notices/toast'
import { pendingAtom } from '../data/api'
import { loadRest } from '../rest'
import { useKeys } from '../keys/use-keys'
import { loadEveryLanguage } from '../languages'
import { store } from '../store'
import { takeLink } from './deep-link'
import { closePalette, openPalette, paletteAtom, type Opened } from '../commands/open-palette'
import { loadListActions } from '../table/use-list-actions'

/** The time between checks whether the page is still loading (ms). */
const PAUSE = 800

type Loaded = ComponentType<{ opened: Opened }>

/** The loaded palette. React's own `lazy` shows nothing for a moment even when loaded; this way it opens at once. */
const loadedAtom = atom<{ Palette: Loaded } | null>(null)
let loading: Promise<void> | undefined

/** Fetches the palette and the names of the records after the first paint. The next call retries a failure. */
const prefetch = (): Promise<void> => (loading ??= load())

async function load(): Promise<void> {
  try {
    // The palette finds things by their words in any language.
    const [{ Palette, followRecords }] = await Promise.all([
      import('./palette'),
      loadEveryLanguage(),
      loadListActions(),
      loadRest(),
    ])
    store.set(loadedAtom, { Palette })
    followRecords()
  } catch (failure) {
    loading = undefined
    throw failure
  }
}

/** The palette's place on the page, empty until it is opened. */
export function PaletteHost() {
  const opened = useAtomValue(paletteAtom)
  const loaded = useAtomValue(loadedAtom)
  // The overlay covers the keys of the page at once, even while the palette is still loading.
  useKeys('overlay', {}, { modal: true, topmost: true, enabled: opened !== null })

  useEffect(() => {
    // The palette is fetched once no request is pending, so that it does not delay the first rows.
    let timer = setTimeout(look, PAUSE)
    function look() {
      if (store.get(pendingAtom) === 0) prefetch().catch(() => {})
      else timer = setTimeout(look, PAUSE)
    }
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    if (!opened || loaded) return
    prefetch().catch(() => {
      closePalette()
      toastFailure(new ApiError({ status: 0, code: 'NETWORK_ERROR' }))
    })
  }, [opened, loaded])

  // Handles keys typed before the palette has mounted: they change its query and do not act on the page below. A layout
  // effect removes the listener as soon as the palette is mounted, which reads that query only once.
  useLayoutEffect(() => {
    if (!opened || loaded) return
    const listen = (event: KeyboardEvent) => {
      const typed = typedOf(event)
      if (typed === null) return
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Escape') closePalette()
      else store.set(paletteAtom, (now) => now && { ...now, query: typed(now.query ?? '') })
    }
    // A paste, an input method or a phone's keyboard inserts text without a key.
    const insert = (event: InputEvent) => {
      event.preventDefault()
      event.stopPropagation()
      const text = event.data ?? event.dataTransfer?.getData('text/plain') ?? ''
      store.set(paletteAtom, (now) => now && { ...now, query: (now.query ?? '') + text })
    }
    addEventListener('keydown', listen, { capture: true })
    addEventListener('beforeinput', insert, { capture: true })
    return () => {
      removeEventListener('keydown', listen, { capture: true })
      removeEventListener('beforeinput', insert, { capture: true })
    }
  }, [opened, loaded])

  useEffect(() => {
    const follow = () => {
      const line = takeLink()
      if (line !== null) openPalette({ line })
    }
    follow()
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])

  if (!opened || !loaded) return null
  const { Palette } = loaded
  return <Palette key={opened.number} opened={opened} />
}

/** Returns the edit that a key makes to the query; null for a key that the page keeps. */
function typedOf({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): ((text: string) => string) | null {
  if (isComposing || altKey || ctrlKey || metaKey) return null
  if (key === 'Backspace') return (text) => text.slice(0, -1)
  if (key === 'Enter' || key === 'Escape') return (text) => text
  return Array.from(key).length === 1 ? (text) => text + key : null
}
