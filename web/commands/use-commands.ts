import { atom } from 'jotai/vanilla'
import { useAtomValue } from 'jotai/react'
import { useEffect, useState } from 'react'
import { tellReason, toastFailure } from '../notices/toast'
import { track } from '../notices/undo'
import { store } from '../store'
import { useKeys } from '../keys/use-keys'
import type { KeyIdIn, Scope } from '../keys/map'
import type { Handlers } from '../keys/keyboard'
import { useLatest } from '../ui/use-latest'
import type { Command } from './command'
import { runOrExplain } from './run-or-explain'

/** What a visible screen adds to the palette: its context chips and its commands. */
export type ScreenCommands = {
  /** The chips of the palette, from the widest context to the narrowest: `client 7`, `sites`, `12 selected`. */
  chips: readonly Chip[]
  commands: readonly Command[]
}
export type Chip = { id: string; label: string }

const screensAtom = atom<readonly { owner: string; place: number; added: ScreenCommands }[]>([])
let places = 0

/** Adds commands to the palette while the component is mounted. Memoize `added`. */
export function useScreenCommands(owner: string, added: ScreenCommands | null): void {
  // An outer screen renders before an inner one. The first render fixes its place, even if its commands come later.
  const [place] = useState(() => ++places)
  useEffect(() => {
    if (!added) return
    const entry = { owner, place, added }
    store.set(screensAtom, (all) => [...all, entry].toSorted((one, other) => one.place - other.place))
    return () => store.set(screensAtom, (all) => all.filter((one) => one !== entry))
  }, [owner, place, added])
}

/** Returns the commands of all visible screens, from the outermost to the innermost. */
export const useScreens = (): readonly ScreenCommands[] => useAtomValue(screensAtom).map(({ added }) => added)

type Keyed<S extends Scope> = {
  scope: S
  keys: readonly KeyIdIn<S>[]
  /**
   * Returns the current commands: a key acts on the row that is active when it is pressed. The key waits for commands
   * that are still being fetched.
   */
  now: () => readonly Command[] | Promise<readonly Command[]>
  /** Returns whether a key is meant for these commands, and not for those of an outer component. */
  isMeant?: (key: KeyIdIn<S>) => boolean
  /** Returns whether a key that runs nothing stays here, and is not passed on to the commands of an outer component. */
  keeps?: (key: KeyIdIn<S>) => boolean
}

/** Returns the keys that commands have. */
export const keysOf = <S extends Scope>(commands: readonly Command[]): KeyIdIn<S>[] =>
  [...new Set(commands.flatMap(({ key }) => key ?? []))] as KeyIdIn<S>[]

const never = () => false
const always = () => true

/** Runs commands by their keys while the component is mounted. */
export function useCommandKeys<S extends Scope>({ scope, keys, now, isMeant = always, keeps = never }: Keyed<S>): void {
  const latest = useLatest({ now, isMeant, keeps })
  const handler = (key: KeyIdIn<S>) => () => {
    const current = latest()
    const isKept = current.keeps(key)
    const run = (commands: readonly Command[]) => {
      const command = commands.find((one) => one.key === key)
      if (command) return { ran: runOrExplain(command, { byKey: true }) }
      if (isKept) tellReason({ key: 'acts.nothingHere' })
      return isKept
    }
    const commands = current.isMeant(key) ? current.now() : []
    if (!(commands instanceof Promise)) return run(commands) !== false
    // An undo that is pressed meanwhile waits for it.
    track(
      commands.then(async (fetched) => {
        const done = run(fetched)
        if (typeof done === 'object') await done.ran
      }),
    ).catch(toastFailure)
    return true
  }
  useKeys(scope, Object.fromEntries(keys.map((key) => [key, handler(key)])) as unknown as Handlers<S>)
}
