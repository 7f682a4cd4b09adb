import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** Returns a phone number in its country's format, with the country code; an invalid number stays as it is. */
export function phoneText(phone: string): string {
  const known = parsePhoneNumberFromString(phone, 'BR')
  return known?.isValid() ? known.formatInternational() : phone
}
