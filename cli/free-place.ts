import { existsSync, readFileSync, statSync } from 'node:fs'

/**
 * Returns the place of the file: `path` unless another file is there, which somebody may have been mending; then
 * `sites.rejects-2.csv` and so on.
 */
export function placeFor(temporaryPath: string, path: string): string {
  for (let number = 1; ; number++) {
    const place = number === 1 ? path : path.replace(/(\.[^./\\]*)?$/, (ending) => `-${number}${ending}`)
    if (!existsSync(place) || sameContent(temporaryPath, place)) return place
  }
}

const sameContent = (one: string, other: string) =>
  statSync(one).size === statSync(other).size && readFileSync(one).equals(readFileSync(other))
