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
  const commandsBy = (spelling: (name: string) => string) => {
    const found = new Map<string, Set<Command>>()
    for (const command of commands)
      for (const name of new Set(languages.flatMap((t) => command.names?.(t) ?? []).map(spelling)))
        found.set(name, (found.get(name) ?? new Set()).add(command))
    return found
  }
  const [named, begun] = [commandsBy(spelled), commandsBy(firstWord)]
  return (query, { use }) => {
    const typed = spelled(query)
    const scoreOf = (command: Command, score: number) => {
      if (named.get(typed)?.has(command)) return NAMED
      if (begun.get(typed)?.has(command)) return BEGUN
      // Of equal matches, commands that delete or cannot be undone come last.
      return score + (command.undo === 'irreversible' || deletes(command) ? 0.5 : 0)
    }
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
/** The scores of a named command and of one named by its first word: better than those of the finder, which begin at 0. */
const [NAMED, BEGUN] = [-2, -1]
/** Returns the first word of a name, by which people know a place: `handler` of `handler de cadastro`. */
const firstWord = (name: string): string => queryWords(name)[0] ?? ''
const spelled = (text: string): string => queryWords(text).join(' ')
