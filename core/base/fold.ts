import { normalForm } from './normal-form'

/** Letters that do not decompose, as the server's `tocsin_fold` maps them (server/db/migrations). */
const UNDECOMPOSED: Record<string, string> = { ø: 'o', æ: 'a', œ: 'o', đ: 'd', ð: 'd', ł: 'l', ı: 'i', ß: 's' }

/** Returns a text without case and accents: `São José` and `sao jose` are the same. */
export function fold(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase()
  return normalForm(text, 'NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[øæœđðłıß]/g, (letter) => UNDECOMPOSED[letter] ?? letter)
}
