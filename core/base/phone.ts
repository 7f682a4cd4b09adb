/**
 * Telephone numbers as they are stored (a plus and digits, E.164) and as a sheet splits them into country code, area
 * code and number. Default region Brazil (clients §3, A-069).
 */
export type PhoneParts = { country: string; area: string; number: string }

/** Country calling codes of one and two digits, ITU-T E.164 annex of 2016; all others have three. */
const ONE_DIGIT = '17'
const TWO_DIGITS = new Set(
  '20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98'.split(
    ' ',
  ),
)

const BRAZIL = '55'
/** Area code and number in Brazil: two digits and eight (fixed) or nine (mobile), Anatel resolution 749/2022. */
const BRAZILIAN = /^([1-9]\d)(\d{8,9})$/

/** The countries whose area codes have a fixed length. Elsewhere the area code cannot be told from the number. */
const PLANS: { readonly [country: string]: RegExp } = { '1': /^([2-9]\d\d)(\d{7})$/, [BRAZIL]: BRAZILIAN }

function countryOf(digits: string): string {
  if (digits === '' || digits[0] === '0') return ''
  if (ONE_DIGIT.includes(digits[0]!)) return digits[0]!
  return digits.slice(0, TWO_DIGITS.has(digits.slice(0, 2)) ? 2 : 3)
}

/**
 * Returns the parts of a stored phone. A phone that cannot be parsed is returned whole in `number`; `joinPhone` returns
 * it again if it has a plus.
 */
export function splitPhone(phone: string): PhoneParts {
  const whole = { country: '', area: '', number: phone }
  if (!phone.startsWith('+')) return BRAZILIAN.test(phone) ? split(BRAZIL, phone) : whole
  const digits = phone.slice(1)
  if (!/^\d{8,20}$/.test(digits)) return whole
  const country = countryOf(digits)
  return country === '' ? whole : split(country, digits.slice(country.length))
}

function split(country: string, national: string): PhoneParts {
  const plan = PLANS[country]?.exec(national)
  return plan ? { country, area: plan[1]!, number: plan[2]! } : { country, area: '', number: national }
}

const PUNCTUATION = /[\s().\-/]/g

/**
 * Returns the stored form of the parts of a phone, or null if they make none: `+`, country, area, number. Punctuation
 * is ignored, and so are `00` before the country code and, in Brazil, the `0` dialled before the area code. Without a
 * country code a number with a plus is complete, and any other is Brazilian with its area code.
 */
export function joinPhone({ country, area, number }: PhoneParts): string | null {
  const countryDigits = country.replace(PUNCTUATION, '').replace(/^(\+|00)/, '')
  const areaDigits = area.replace(PUNCTUATION, '')
  const numberDigits = number.replace(PUNCTUATION, '')
  if (countryDigits === '' && areaDigits === '' && numberDigits.startsWith('+')) return stored(numberDigits.slice(1))
  if (numberDigits === '' || !/^\d*$/.test(countryDigits + areaDigits + numberDigits)) return null
  if (countryDigits !== '' && countryDigits !== BRAZIL) return stored(countryDigits + areaDigits + numberDigits)
  const national = areaDigits.replace(/^0+/, '') + numberDigits
  if (BRAZILIAN.test(national)) return stored(BRAZIL + national)
  // The country code alone is enough: stored numbers may have lengths that are not assigned today.
  return countryDigits === BRAZIL && areaDigits === '' ? stored(BRAZIL + numberDigits) : null
}

/** Returns a plus and the digits, country code included; null unless there are 8 to 20 of them (console §5). */
function stored(digits: string): string | null {
  return /^\d{8,20}$/.test(digits) ? `+${digits}` : null
}
