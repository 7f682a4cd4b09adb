import { createFinder, type Found } from '@tocsin/core/find/finder'
import { queryWords } from '@tocsin/core/find/fold'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Command } from '../commands/command'

export type FoundCommand = { command: Command; found: Found }
export type CommandIndex = (query: string, options: { use: (id: string) => number }) => FoundCommand[]

/** Finds commands by their titles and keywords in all languages at once; the first language is the reader's. */
export function createCommandIndex(commands: readonly Command[], languages: readonly Translate[]): CommandIndex {
  const finder = createFinder(
    commands.map(({ id, title, keywords, group, danger, undo }) => ({
      id,
      titles: languages.map(title),
      keywords: [id.replaceAll('.', ' '), ...(keywords ? languages.map(keywords) : [])],
      group,
      destructive: danger !== undefined || undo === 'irreversible',
    })),
  )
  const named = new Map<string, Set<Command>>()
  for (const command of commands)
    for (const name of languages.flatMap((t) => command.names?.(t) ?? []))
      named.set(spelled(name), (named.get(spelled(name)) ?? new Set()).add(command))
  return (query, { use }) => {
    const meant = named.get(spelled(query))
    const scoreOf = (command: Command, score: number) =>
      // Of equal matches, commands that delete or cannot be undone come last.
      meant?.has(command) ? NAMED : score + (command.undo === 'irreversible' || deletes(command) ? 0.5 : 0)
    return finder
      .find(query, { use, limit: 60 })
      .map((found) => {
        const command = commands[found.entry] as Command
        return { command, found: { ...found, score: scoreOf(command, found.score) } }
      })
      .sort((one, other) => one.found.score - other.found.score)
  }
}

const deletes = ({ id }: Command): boolean => id.split('.')[1] === 'delete'
/** The score of a named command: better than any score of the finder, which begin at 0. */
const NAMED = -1
const spelled = (text: string): string => queryWords(text).join(' ')
