import type { Profile } from '@tocsin/core/api/session'
import type { Command } from '../commands/command'
import type { Chip, Lent } from '../commands/lent'
import { everyResource, findResource } from '../data/nouns'
import { placesOf } from '../navigation/places'
import { addWords } from '../words'
import { consoleCommands } from './console-commands'
import { messages } from './messages'
import { isFindable, nounCommands } from './noun-commands'

addWords('palette', messages)

/** Returns all commands an account has anywhere: those of the nouns it may look at, and those of the console itself. */
export function ownCommands(account: Profile): Command[] {
  const places = placesOf(account)
  return [
    ...everyResource()
      .filter(({ name }) => places.includes(name))
      .flatMap((resource) => nounCommands(resource, account)),
    ...consoleCommands(account),
  ]
}

/** Returns the nouns whose records this account can search. */
export const findableNouns = (account: Profile): string[] =>
  placesOf(account).filter((noun) => isFindable(findResource(noun)!))

/** Returns the chips of context left after the last ones were taken off. */
export function chipsLeft(lent: readonly Lent[], removed: number): Chip[] {
  // The client worked in and the client whose page is shown share one chip.
  const chips = Array.from(new Map(lent.flatMap((one) => one.chips.map((chip) => [chip.id, chip]))).values())
  return chips.slice(0, Math.max(0, chips.length - removed))
}

/**
 * Returns the commands lent by the screens shown, from the innermost to the outermost. Taking off chips widens the
 * scope: a screen's selection commands go with its last chip, all its others with its first.
 */
export function lentCommands(lent: readonly Lent[], removed: number): Command[] {
  const left = new Set(chipsLeft(lent, removed).map(({ id }) => id))
  const spokenOf = lent.map(({ chips, commands }) => {
    const kept = chips.filter(({ id }) => left.has(id)).length
    if (chips.length > 0 && kept === 0) return []
    return kept < chips.length ? commands.filter(({ group }) => group !== 'selection') : onceEach(commands)
  })
  // The row at hand comes before the record around its list, and a key is shown only on the command it runs.
  const taken = new Set<string>()
  return spokenOf.toReversed().flatMap((commands) => {
    const told = commands.map((one) => (one.key && taken.has(one.key) ? withoutKey(one) : one))
    for (const { key } of commands) if (key) taken.add(key)
    return told
  })
}

const withoutKey = ({ key: _, ...command }: Command): Command => command

/** Lists a command once, as the selection's, where the selection is the active row alone. */
function onceEach(commands: readonly Command[]): readonly Command[] {
  const twins = new Map<Command, Command>()
  for (const one of commands) {
    const own = commands.find(({ id, group }) => group === 'record' && `${id}.selected` === one.id)
    // The line of a command names its targets.
    if (own && emptyLine(own) === emptyLine(one)) twins.set(one, own)
  }
  const taken = new Set(twins.values())
  // The record's own command stays: its id is the one that use is counted by and that it is found by.
  return commands.flatMap((one) => {
    const twin = twins.get(one)
    if (twin) return [{ ...twin, group: one.group }]
    return taken.has(one) ? [] : [one]
  })
}

const emptyLine = ({ line }: Command): string => (line === 'only-here' ? line : line({}))

/** Returns all commands. A lent one comes first, replaces the own one of the same id, and takes over its keywords. */
export function allCommands(account: Profile, lent: readonly Lent[], removed = 0): Command[] {
  const here = new Map<string, Command>()
  for (const command of lentCommands(lent, removed)) if (!here.has(command.id)) here.set(command.id, command)
  const own = ownCommands(account)
  for (const { id, keywords } of own) {
    const instead = here.get(id)
    if (instead && keywords && !instead.keywords) here.set(id, { ...instead, keywords })
  }
  return [...here.values(), ...own.filter(({ id }) => !here.has(id))]
}
