import type { Profile } from '@tocsin/core/api/session'
import type { Command } from '../commands/command'
import type { Chip, ScreenCommands } from '../commands/use-commands'
import { everyResource, findResource } from '../data/resources'
import { placesOf } from '../navigation/places'
import { addWords } from '../words'
import { consoleCommands } from './console-commands'
import { messages } from './messages'
import { ownCommandsOfSome } from './own-of-some'
import { isFindable, resourceCommands } from './resource-commands'

addWords('palette', messages)

/**
 * Returns all commands an account has anywhere: those of the resources it may look at, and those of the console itself.
 */
export function ownCommands(account: Profile): Command[] {
  const places = placesOf(account)
  return [
    ...everyResource()
      .filter(({ name }) => places.includes(name))
      .flatMap((resource) => [...resourceCommands(resource, account), ...ownCommandsOfSome(resource, account)]),
    ...consoleCommands(account),
  ]
}

/** Returns the resources whose records this account can search. */
export const findableResources = (account: Profile): string[] =>
  placesOf(account).filter((resource) => isFindable(findResource(resource)!))

/** Returns the chips of the screens without the last `removed` ones. */
export function chipsLeft(screens: readonly ScreenCommands[], removed: number): Chip[] {
  // The client worked in and the client whose page is shown share one chip.
  const chips = Array.from(new Map(screens.flatMap((one) => one.chips.map((chip) => [chip.id, chip]))).values())
  return chips.slice(0, Math.max(0, chips.length - removed))
}

/**
 * Returns the commands of the screens shown, one of each id: those of the selection first, then from the innermost
 * screen to the outermost. Taking off chips widens the scope: a screen's selection commands go with its last chip, all
 * its others with its first.
 */
export function nearest(screens: readonly ScreenCommands[], removed: number): Command[] {
  const left = new Set(chipsLeft(screens, removed).map(({ id }) => id))
  const offered = screens.toReversed().flatMap(({ chips, commands }) => {
    const kept = chips.filter(({ id }) => left.has(id)).length
    if (chips.length > 0 && kept === 0) return []
    const all = commands.filter(({ hidden }) => !hidden)
    return kept < chips.length ? all.filter(({ group }) => group !== 'selection') : all
  })
  const ids = new Set<string>()
  const keys = new Set<string>()
  return offered.flatMap((command) => {
    if (ids.has(command.id)) return []
    ids.add(command.id)
    const { key, ...rest } = command
    if (key === undefined) return [command]
    // A key is shown only on the command it runs.
    if (keys.has(key)) return [rest]
    keys.add(key)
    return [command]
  })
}

/**
 * Returns all commands. A command of a screen comes first. It replaces the account's command of the same id and takes
 * over its keywords.
 */
export function allCommands(account: Profile, screens: readonly ScreenCommands[], removed = 0): Command[] {
  const here = new Map(nearest(screens, removed).map((command) => [command.id, command]))
  const own = ownCommands(account)
  for (const { id, keywords } of own) {
    const instead = here.get(id)
    if (instead && keywords && !instead.keywords) here.set(id, { ...instead, keywords })
  }
  return [...here.values(), ...own.filter(({ id }) => !here.has(id))]
}
