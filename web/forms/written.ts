import { isEmpty } from '@tocsin/core/vocabulary/empty'

// Numbers and days are written by the person as a text. What is not whole yet is kept as it was written, so that nothing is
// lost and the check can say what is wrong.

const NUMBER = /^-?(\d+|\d*\.\d+)$/

/** Returns the answer to a question for a number: the number, or the text if it is none. */
export function numberIn(text: string): number | string | undefined {
  if (isEmpty(text)) return undefined
  const plain = text.trim().replace(',', '.')
  return NUMBER.test(plain) ? Number(plain) : text
}

/** The format of a date without one. */
const UNSET = 'dd-MM-yyyy'
const PARTS = /dd|MM|yyyy/g
const ISO = /^(\d{4})-(\d{2})-(\d{2})$/

export const formatOf = (format: string | undefined): string => format ?? UNSET

/** Returns the mask of a format: 99/99/9999. */
export const maskOfDate = (format: string): string => format.replace(/[dMy]/g, '9')

/** Returns the answer to a question for a day: its ISO text, or what was written if it is not whole. */
export function dayIn(text: string, format: string): string | undefined {
  if (isEmpty(text)) return undefined
  if (text.length !== format.length) return text
  const at = (part: string) => text.slice(format.indexOf(part), format.indexOf(part) + part.length)
  const iso = `${at('yyyy')}-${at('MM')}-${at('dd')}`
  return ISO.test(iso) ? iso : text
}

/** Returns an answered day in a format. Another text is shown as it is. */
export function dayAs(answer: string, format: string): string {
  const [, yyyy, MM, dd] = ISO.exec(answer) ?? []
  if (yyyy === undefined) return answer
  const parts: Readonly<Record<string, string | undefined>> = { yyyy, MM, dd }
  return format.replace(PARTS, (part) => parts[part] ?? part)
}
