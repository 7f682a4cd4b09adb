export type Point = { latitude: number; longitude: number }

/** The address of a map where the configuration names none. */
const OPEN_STREET_MAP = 'https://www.openstreetmap.org/?mlat={latitude}&mlon={longitude}#map=18/{latitude}/{longitude}'

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

/** Returns the address that shows a place on the map that the configuration names. */
export const mapAddress = ({ latitude, longitude }: Point, mapsUrl = OPEN_STREET_MAP): string =>
  mapsUrl.replaceAll('{latitude}', String(latitude)).replaceAll('{longitude}', String(longitude))
