/** Splits a line into words as a POSIX shell does (quotes and backslashes; nothing is expanded). */
export function splitWords(line: string): string[] {
  return readWords(line).words
}

/**
 * Splits a line in the same way. `last` has the start of the word that the line ends in, and whether a quote in it is
 * still open. It is null if the line does not end in a word.
 */
export function readWords(line: string): { words: string[]; last: { start: number; open: boolean } | null } {
  const words: string[] = []
  let word: string | undefined
  let start = 0
  let open = false
  for (let index = 0; index < line.length; index++) {
    const character = line.charAt(index)
    if (word === undefined) start = index
    if (/\s/.test(character)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else if (character === "'") {
      const end = line.indexOf("'", index + 1)
      word = (word ?? '') + line.slice(index + 1, end < 0 ? undefined : end)
      open = end < 0
      index = end < 0 ? line.length : end
    } else if (character === '"') {
      word ??= ''
      for (index++; index < line.length && line.charAt(index) !== '"'; index++) {
        if (line.charAt(index) === '\\' && /["\\$`]/.test(line.charAt(index + 1))) index++
        word += line.charAt(index)
      }
      open = index >= line.length
    } else if (character === '\\') word = (word ?? '') + line.charAt(++index)
    else word = (word ?? '') + character
  }
  return word === undefined ? { words, last: null } : { words: [...words, word], last: { start, open } }
}
