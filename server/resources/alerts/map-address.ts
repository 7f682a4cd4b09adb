import type { Parts } from '../../context/parts'

export type Point = { latitude: number; longitude: number }

/** The address of a map where the configuration names none. */
const OPEN_STREET_MAP = 'https://www.openstreetmap.org/?mlat={latitude}&mlon={longitude}#map=18/{latitude}/{longitude}'

/** Returns the address that shows a place on a map; null without a place. */
export const mapAddress = ({ mapsUrl = OPEN_STREET_MAP }: Pick<Parts, 'mapsUrl'>, point: Point | null): string | null =>
  point && mapsUrl.replaceAll('{latitude}', String(point.latitude)).replaceAll('{longitude}', String(point.longitude))
