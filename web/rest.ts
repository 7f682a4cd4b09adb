import { createElement, lazy, use, type ComponentType, type LazyExoticComponent } from 'react'

// The first list does without most declarations, words and modules of the console. They are the rest.

/** `outside`: the screens of people who are not signed in need it too. `rest`: they do without it. */
type Part = 'outside' | 'rest'
const loads: Record<Part, (() => Promise<unknown>)[]> = { outside: [], rest: [] }
let isLoaded = false

/** Adds something to load with the rest. For modules of the first page: any other imports what it needs. */
export function addToRest(load: () => Promise<unknown>, part: Part = 'rest'): void {
  if (isLoaded) throw new Error('The rest of the console is loaded already')
  loads[part].push(load)
}

/** Loads a module with the rest. Returns a function that gives the module once it is loaded. */
export function restOf<M>(load: () => Promise<M>, part?: Part): () => M {
  let loaded: { module: M } | undefined
  addToRest(async () => {
    loaded = { module: await load() }
  }, part)
  return () => {
    if (!loaded) throw new Error('The rest of the console is not loaded')
    return loaded.module
  }
}

/** The time for which a failed attempt is remembered, in milliseconds. */
const REMEMBERED = 1_000

/**
 * Makes a loader that loads once. Its promise stays the same, so that a screen can wait for it. After a failure, which the
 * waiting screen shows, a later call tries again.
 */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let promise: Promise<T> | undefined
  return () => {
    if (promise) return promise
    promise = load()
    promise.catch(() => setTimeout(() => (promise = undefined), REMEMBERED))
    return promise
  }
}

const loadPart = (part: Part) => Promise.all(loads[part].map((load) => load()))
const loadOutside = once(() => loadPart('outside'))

/** Loads the rest. */
export const loadRest = once(async () => {
  await Promise.all([loadOutside(), loadPart('rest')])
  isLoaded = true
})

/** Returns whether the rest is loaded. */
export const hasRest = (): boolean => isLoaded

type Load<P extends object> = () => Promise<{ default: ComponentType<P> }>

const fetched =
  (loadBeside: () => Promise<unknown>) =>
  <P extends object>(load: Load<P>): LazyExoticComponent<ComponentType<P>> =>
    lazy(async () => (await Promise.all([load(), loadBeside()]))[0])

/** Makes a component that is fetched when it is first shown, together with the rest. */
export const later = fetched(loadRest)

/** Makes a screen for people who are not signed in. It is fetched when it is first shown, with the part of the rest that it needs. */
export const outside = fetched(loadOutside)

/** Makes a component that is fetched with the rest, and shown at once from then on: even offline, and without a pause. */
export function withRest<P extends object>(load: Load<P>): ComponentType<P> {
  const loaded = restOf(load)
  return function Late(props: P) {
    if (!isLoaded) use(loadRest())
    return createElement(loaded().default, props)
  }
}
