import { typos, typosAllowed } from './distance'

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
