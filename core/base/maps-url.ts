/**
 * Reads the address of a map, which names `{latitude}` and `{longitude}`. Returns undefined for an empty setting. Throws
 * RangeError for anything that is no web address with both.
 */
export function readMapsUrl(text: string): string | undefined {
  if (text === '') return undefined
  const isWhole = text.includes('{latitude}') && text.includes('{longitude}')
  if (!isWhole || !/^https?:\/\//i.test(text) || !URL.canParse(text)) throw new RangeError(text)
  return text
}
