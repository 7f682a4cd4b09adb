/** Returns the last part of the address's path: the id of a survey, the name of a document, the token of a link. */
export function partOfAddress(): string {
  const part = location.pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
