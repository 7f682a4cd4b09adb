import { useSyncExternalStore } from 'react'
import { storedAtom } from '../../stored'
import { store } from '../../store'

/** The reader's choice, kept by the browser: whether alerts sound, and how loud (0 to 1). */
export type SoundChoice = { on: boolean; volume: number }
export const soundAtom = storedAtom<SoundChoice>('alertSound', { on: true, volume: 0.7 })

/** The urgency of the waiting alerts; null while none waits. */
export type Urgency = 'priority' | 'usual' | null

/** The tones of a signal: frequency (Hz), start and length (s); and the time until it sounds again (ms). */
const SIGNALS = {
  priority: {
    tones: [
      [880, 0, 0.18],
      [660, 0.22, 0.18],
      [880, 0.44, 0.18],
      [660, 0.66, 0.18],
    ],
    every: 2_000,
  },
  usual: {
    tones: [
      [620, 0, 0.22],
      [780, 0.26, 0.3],
    ],
    every: 5_000,
  },
} as const satisfies Record<string, { tones: readonly (readonly [number, number, number])[]; every: number }>

let context: AudioContext | undefined
/** The sound was asked for and does not run: the browser's settings forbid it, or a call took the loudspeaker. */
let isStuck = false
/** The time within which a sound that is allowed begins to run (ms). */
const START = 1_000
/** The browser lets a page sound once somebody has pressed a key in it or clicked, and if its settings do not forbid it. */
const isAllowed = (): boolean => !isStuck && (navigator.userActivation?.hasBeenActive ?? context?.state === 'running')

/** Notes whether the sound runs. One that is only starting counts as running. */
function check(): void {
  isStuck = context?.state !== 'running'
  look()
}

/** Starts the sound, or starts it again after it was stopped from outside. */
export function startSound(): AudioContext {
  if (!context) {
    context = new AudioContext()
    context.addEventListener('statechange', check)
  }
  if (context.state !== 'running') {
    context.resume().catch(() => {})
    setTimeout(check, START)
  }
  return context
}

/** Sounds a signal once, by tones that are made here: no file is loaded. */
function play(urgency: keyof typeof SIGNALS, volume: number): void {
  const context = startSound()
  for (const [frequency, start, length] of SIGNALS[urgency].tones) {
    const [tone, gain] = [context.createOscillator(), context.createGain()]
    const from = context.currentTime + 0.02 + start
    tone.frequency.value = frequency
    gain.gain.setValueAtTime(0, from)
    gain.gain.linearRampToValueAtTime(volume, from + 0.02)
    gain.gain.setValueAtTime(volume, from + length - 0.04)
    gain.gain.linearRampToValueAtTime(0, from + length)
    tone.connect(gain).connect(context.destination)
    tone.start(from)
    tone.stop(from + length)
  }
}

/** Sounds once, so that the reader hears how loud it is. */
export const testSound = (): void => play('priority', store.get(soundAtom).volume)

const listeners = new Set<() => void>()
let allowed = false

function look(): void {
  // The browser counts the key or click once it has been handled.
  setTimeout(() => {
    if (allowed === isAllowed()) return
    allowed = isAllowed()
    for (const listener of listeners) listener()
  })
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  if (listeners.size === 1) for (const type of ['keydown', 'pointerdown']) addEventListener(type, look, true)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) for (const type of ['keydown', 'pointerdown']) removeEventListener(type, look, true)
  }
}

/** Returns whether the browser lets this page sound. */
export const useAllowed = (): boolean => useSyncExternalStore(subscribe, () => (allowed ||= isAllowed()))

/**
 * Sounds again and again for waiting alerts until the returned function is called. Of the tabs of a browser that ask for
 * it, one sounds.
 */
export function soundFor(account: number, urgency: keyof typeof SIGNALS): () => void {
  const stop = new AbortController()
  const ring = () =>
    new Promise<void>((resolve) => {
      const sound = () => play(urgency, store.get(soundAtom).volume)
      sound()
      const timer = setInterval(sound, SIGNALS[urgency].every)
      stop.signal.addEventListener('abort', () => {
        clearInterval(timer)
        resolve()
      })
    })
  const held = navigator.locks
    ? navigator.locks.request(`tocsin-alert-sound:${account}`, { signal: stop.signal }, ring)
    : ring()
  held.catch(() => {
    // It was stopped before its turn came.
  })
  return () => stop.abort()
}
