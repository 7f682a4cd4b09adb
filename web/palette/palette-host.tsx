import { useAtomValue } from 'jotai/react'
import { atom } from 'jotai/vanilla'
import { useEffect, useLayoutEffect, type ComponentType } from 'react'
import { ApiError } from '@tocsin/core/base/errors'
import { toastFailure } from '../notices/toast'
import { pendingAtom } from '../data/api'
import { useKeys } from '../keys/use-keys'
import { store } from '../store'
import { takeLink } from './deep-link'
import { closePalette, openPalette, paletteAtom, type Opened } from '../commands/open-palette'

/** How often it is asked whether the page is still loading (ms). */
const PAUSE = 800

type Loaded = ComponentType<{ opened: Opened }>

/** Kept apart from React's own `lazy`, which shows nothing for a moment even of what is there: the palette opens at once. */
const loadedAtom = atom<{ Palette: Loaded } | null>(null)
let loading: Promise<void> | undefined

/** Fetches the palette and the names of the records, after the first paint. A failure is tried again at the next call. */
const prefetch = (): Promise<void> => (loading ??= load())

async function load(): Promise<void> {
  try {
    const { Palette, followRecords } = await import('./palette')
    store.set(loadedAtom, { Palette })
    followRecords()
  } catch (failure) {
    loading = undefined
    throw failure
  }
}

/** The palette's place on the page. Nothing is there until it is opened. */
export function PaletteHost() {
  const opened = useAtomValue(paletteAtom)
  const loaded = useAtomValue(loadedAtom)
  // Covers the keys of the page at once, even while the palette is still on its way.
  useKeys('overlay', {}, { modal: true, topmost: true, enabled: opened !== null })

  useEffect(() => {
    // Once the first rows stand: until then every byte is theirs.
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

  // What is typed while it is on its way is not lost, and does nothing to the page below. Ends in the very moment in which
  // the palette is there: a key that came between would be taken for a text that nobody reads any more.
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
    addEventListener('keydown', listen, { capture: true })
    return () => removeEventListener('keydown', listen, { capture: true })
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

/** What a key makes of a text; null for one that is none of the text's. */
function typedOf({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): ((text: string) => string) | null {
  if (isComposing || altKey || ctrlKey || metaKey) return null
  if (key === 'Backspace') return (text) => text.slice(0, -1)
  if (key === 'Enter' || key === 'Escape') return (text) => text
  return Array.from(key).length === 1 ? (text) => text + key : null
}
