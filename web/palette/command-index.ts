import { createFinder, type Found } from '@tocsin/core/find/finder'
import type { Translate } from '@tocsin/core/i18n'
import type { Command } from '../acts/command'

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
  return (query, { use }) =>
    finder
      .find(query, { use, limit: 60 })
      .map((found) => {
        const command = commands[found.entry] as Command
        // Of equal matches what cannot be taken back comes last.
        return { command, found: { ...found, score: found.score + (command.undo === 'irreversible' ? 0.5 : 0) } }
      })
      .sort((one, other) => one.found.score - other.found.score)
}
