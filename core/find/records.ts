import type { Entry } from './finder'

/** A record as `GET /api/search-index` returns it. `words` are lines of further texts that it is found by. */
export type IndexedRecord = { noun: string; id: number; title: string; subtitle: string | null; words: string | null }

/** Makes an entry of a record: found by its title first, then by its id and by the texts that tell namesakes apart. */
export function recordEntry({ noun, id, title, subtitle, words }: IndexedRecord): Entry {
  const keywords = [String(id), ...(subtitle === null ? [] : [subtitle]), ...(words === null ? [] : words.split('\n'))]
  return { id: `${noun}/${id}`, titles: [title], keywords, group: noun }
}
