import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** A phone as people of its country write it, with the country before it; what is none of anywhere stays as it is. */
export function phoneText(phone: string): string {
  const known = parsePhoneNumberFromString(phone, 'BR')
  return known?.isValid() ? known.formatInternational() : phone
}
