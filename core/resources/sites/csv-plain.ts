import { CODE_LENGTH } from '../../base/constants'
import type { RowContext } from '../../csv/importable'
import { placeholder } from '../../csv/odd-cells'
import { LIMITS, PATTERNS } from '../../vocabulary/kinds'
import { AT } from './csv-columns'
import { isBrazil } from './csv-warnings'

/**
 * Returns whether a quick check finds nothing in the raw cells to trim, correct, refuse or warn of. Nine rows in ten
 * pass it, so that a million rows cost a third of reading each by every rule. A row that does not pass may still be
 * right: it is read in full. A property test compares this function with `rowToSite`. A rule that becomes stricter
 * there must become stricter here, too.
 *
 * `at` has the index in the file of each column, -1 for one that the file lacks.
 */
export function isPlainSite(
  raw: readonly string[],
  at: readonly number[],
  { odd, decimalComma, present }: RowContext,
): boolean {
  if (odd) return false
  const cell = (column: number): string => raw[at[column]!] ?? ''
  const name = cell(AT.siteName)
  const address = cell(AT.siteAddress)
  if (name === '' || address === '' || !plainLine(name) || !plainText(address)) return false
  const zip = cell(AT.siteZipcode)
  if (zip.length === 7 || zip.length > 10 || !plainLine(zip) || looksScientific(zip)) return false
  if (
    !plainLine(cell(AT.siteCity)) ||
    !plainLine(cell(AT.siteState)) ||
    !plainText(cell(AT.siteReferencePoint)) ||
    !plainLine(cell(AT.siteApp))
  )
    return false
  const tag = cell(AT.siteTag)
  if (!plainLine(tag) || looksScientific(tag)) return false
  const radius = cell(AT.siteRadius)
  if (radius !== '' && !plainRadius(radius, decimalComma)) return false
  const country = cell(AT.siteCountry)
  if (!plainLine(country)) return false
  if (present[AT.siteLatitude] || present[AT.siteLongitude]) {
    const lat = wholePart(cell(AT.siteLatitude), decimalComma)
    const lng = wholePart(cell(AT.siteLongitude), decimalComma)
    // NaN, from a text that is no plain number, is within no bounds.
    if (!(lat > -90 && lat < 90 && lng > -180 && lng < 180)) return false
    if (isBrazil(country) && !(lat > -34 && lat < 5 && lng > -74 && lng < -29)) return false
  }
  const codes = cell(AT.siteAppCode)
  return (
    (codes === '' || plainCodes(codes)) &&
    plainManager(
      cell(AT.siteManagerName),
      cell(AT.smTelCountryCode),
      cell(AT.smTelAreaCode),
      cell(AT.smTelNum),
      cell(AT.smEmail),
      cell(AT.smJobTitle),
    )
  )
}

/** An apostrophe, which may only be the guard of a formula. */
const APOSTROPHE = 39

/** The breaks that a cell which is not odd can hold. */
const BREAK = /[\t\n\r]/
const plainLine = (text: string): boolean => plainText(text) && !BREAK.test(text)

function plainText(text: string): boolean {
  const { length } = text
  if (length === 0) return true
  if (length > LIMITS.text) return false
  const first = text.charCodeAt(0)
  const last = text.charCodeAt(length - 1)
  if (first <= 32 || last <= 32 || first === 160 || last === 160 || first === APOSTROPHE) return false
  return placeholder(text) === null
}

/** Returns whether a text is like `5.2E+06`: it begins with a digit and has a plus in it. */
function looksScientific(text: string): boolean {
  return isDigit(text.charCodeAt(0)) && text.includes('+')
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57
const MINUS = 45
const POINT = 46
const COMMA = 44

/** Returns the part before the point of a number written with digits, a sign and one separator; else NaN. */
function wholePart(text: string, comma: boolean): number {
  const { length } = text
  if (length > 20) return NaN
  let index = text.charCodeAt(0) === MINUS ? 1 : 0
  const start = index
  let value = 0
  while (index < length && isDigit(text.charCodeAt(index))) value = value * 10 + text.charCodeAt(index++) - 48
  if (index === start) return NaN
  if (index < length) {
    const separator = text.charCodeAt(index++)
    if (separator !== POINT && !(comma && separator === COMMA)) return NaN
    if (index === length) return NaN
    while (index < length) if (!isDigit(text.charCodeAt(index++))) return NaN
  }
  return start === 1 ? -value : value
}

/** Returns whether a text is a radius above 0 and below 10,000 that cannot have a thousands separator. */
function plainRadius(text: string, comma: boolean): boolean {
  const whole = wholePart(text, comma)
  if (!(whole >= 0 && whole < 10_000) || text.charCodeAt(0) === MINUS) return false
  if (comma && text.includes('.')) return false
  if (whole > 0) return true
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code > 48 && code <= 57) return true
  }
  return false
}

/** A code and the semicolon behind it. */
const EACH = CODE_LENGTH + 1

/** Returns whether a text consists of codes of capitals and digits, joined by semicolons. */
function plainCodes(text: string): boolean {
  if (text.length % EACH !== CODE_LENGTH) return false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (index % EACH === CODE_LENGTH ? code !== 59 : !(isDigit(code) || (code >= 65 && code <= 90))) return false
  }
  return true
}

/**
 * Returns whether there is no manager, or one with a name, a valid e-mail if any, and a Brazilian phone in its three
 * parts if any.
 */
function plainManager(name: string, country: string, area: string, phone: string, email: string, job: string): boolean {
  if (name === '') return country === '' && area === '' && phone === '' && email === '' && job === ''
  if (!plainLine(name) || !plainLine(job)) return false
  if (email !== '' && (email.length > LIMITS.text || !PATTERNS.email.test(email) || !plainText(email))) return false
  if (country === '' && area === '' && phone === '') return true
  if (country !== '55' || area.length !== 2 || (phone.length !== 8 && phone.length !== 9)) return false
  if (area.charCodeAt(0) === 48 || !isDigit(area.charCodeAt(0)) || !isDigit(area.charCodeAt(1))) return false
  for (let index = 0; index < phone.length; index++) if (!isDigit(phone.charCodeAt(index))) return false
  return true
}
