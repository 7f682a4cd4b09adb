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

/** Everything that an account can do anywhere: by the declarations of the nouns it may look at, and of the console itself. */
export function ownCommands(account: Profile): Command[] {
  const places = placesOf(account)
  return [
    ...everyResource()
      .filter(({ name }) => places.includes(name))
      .flatMap((resource) => nounCommands(resource, account)),
    ...consoleCommands(account),
  ]
}

/** Nouns whose records can be looked for by this account. */
export const findableNouns = (account: Profile): string[] =>
  placesOf(account).filter((noun) => isFindable(findResource(noun)!))

/** The chips of context that are left when the last ones were taken off. */
export function chipsLeft(lent: readonly Lent[], removed: number): Chip[] {
  // The client that one works in, and whose page is shown, is one and the same.
  const chips = Array.from(new Map(lent.flatMap((one) => one.chips.map((chip) => [chip.id, chip]))).values())
  return chips.slice(0, Math.max(0, chips.length - removed))
}

/**
 * What the shown screens lend. Taking off a chip widens what is spoken of: the selection goes with the last chip of what
 * lends it, everything else of it with its first. From the innermost screen to the outermost.
 */
export function lentCommands(lent: readonly Lent[], removed: number): Command[] {
  const left = new Set(chipsLeft(lent, removed).map(({ id }) => id))
  const spokenOf = lent.map(({ chips, commands }) => {
    const kept = chips.filter(({ id }) => left.has(id)).length
    if (chips.length > 0 && kept === 0) return []
    return kept < chips.length ? commands.filter(({ group }) => group !== 'selection') : onceEach(commands)
  })
  // The row at hand before the record that its list lies in, and a key is told of what it acts on alone.
  const taken = new Set<string>()
  return spokenOf.toReversed().flatMap((commands) => {
    const told = commands.map((one) => (one.key && taken.has(one.key) ? withoutKey(one) : one))
    for (const { key } of commands) if (key) taken.add(key)
    return told
  })
}

const withoutKey = ({ key: _, ...command }: Command): Command => command

/** Of a selection that is the active row alone, what is done to either is the same: it stands once, as the selection's. */
function onceEach(commands: readonly Command[]): readonly Command[] {
  const twins = new Map<Command, Command>()
  for (const one of commands) {
    const own = commands.find(({ id, group }) => group === 'record' && `${id}.selected` === one.id)
    // Its line names what it is done to.
    if (own && emptyLine(own) === emptyLine(one)) twins.set(one, own)
  }
  const taken = new Set(twins.values())
  // The record's own has the name that use is counted by, and that it is found by.
  return commands.flatMap((one) => {
    const twin = twins.get(one)
    if (twin) return [{ ...twin, group: one.group }]
    return taken.has(one) ? [] : [one]
  })
}

const emptyLine = ({ line }: Command): string => (line === 'only-here' ? line : line({}))

/** All of it: what is lent comes first, and stands for what has the same name, by whose words it is found as well. */
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
