import { typos, typosAllowed } from '@tocsin/core/find/distance'

/** Commands that other programs have under another word, and what does the same here. */
const ELSEWHERE: Readonly<Record<string, string>> = { version: '--version', '-v': '--version', '-V': '--version' }

/** Returns the command or the flag that a mistyped word probably means; undefined if none is near. */
export function suggestion(typed: string, known: readonly string[]): string | undefined {
  return Object.hasOwn(ELSEWHERE, typed) ? ELSEWHERE[typed] : nearestTo(typed, known)
}

/** Returns the word that is nearest to a mistyped one; undefined if none is near. */
export function nearestTo(typed: string, known: readonly string[]): string | undefined {
  const bare = (word: string) => word.replace(/^-+/, '')
  const word = bare(typed)
  // A short word is often a whole one that was mistyped: one wrong letter of three is still near.
  const most = Math.max(1, typosAllowed(word.length))
  let nearest: string | undefined
  let least = most + 1
  for (const one of known) {
    const { whole } = typos(word, bare(one), most)
    if (whole < least) [nearest, least] = [one, whole]
  }
  return nearest ?? known.find((one) => word.length >= 3 && bare(one).startsWith(word))
}
