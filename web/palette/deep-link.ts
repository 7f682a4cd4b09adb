const HASH = '#cmd='
/** The longest hash that is read. */
const LONGEST = 4000

/** Returns the line in an address `/#cmd=…` and removes it from there. The palette shows it and does not run it. */
export function takeLink(): string | null {
  if (!location.hash.startsWith(HASH)) return null
  const line = readLink(location.hash)
  history.replaceState(history.state, '', location.pathname + location.search)
  return line
}

export function readLink(hash: string): string {
  const text = hash.slice(HASH.length, LONGEST)
  try {
    return decodeURIComponent(text.replaceAll('+', ' ')).trim()
  } catch {
    return text
  }
}
