import { cellProblem, type CellProblem, type RowContext } from '../../csv/importable'

const BRAZIL = /^(brasil|brazil|br|bra)$/i
export const isBrazil = (country: string): boolean => country === 'Brasil' || BRAZIL.test(country)

/** Returns whether a point is in Brazil with its islands, in degrees (IBGE, extreme points), a little wider. */
const inBrazil = (lat: number, lng: number): boolean => lat > -34.5 && lat < 5.8 && lng > -74.5 && lng < -28.5

/** Warns of a place without coordinates, or with ones that fit only when exchanged. */
export function placeWarnings(
  lat: number | null,
  lng: number | null,
  country: string,
  { present }: RowContext,
  warnings: CellProblem[],
  [latitude, longitude]: readonly [number, number],
): void {
  if (lat === null && lng === null) {
    if (present[latitude] && present[longitude])
      warnings.push(cellProblem('coordinates_missing', 'siteLatitude', { field: 'lat' }))
    return
  }
  if (lat === null || lng === null || !isBrazil(country) || inBrazil(lat, lng)) return
  if (inBrazil(lng, lat)) warnings.push(cellProblem('coordinates_swapped', 'siteLatitude', { field: 'lat' }))
}
