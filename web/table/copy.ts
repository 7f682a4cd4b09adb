import type { Translate } from '@tocsin/core/i18n'
import { toast } from '../acts/toast'

/** Longest that a toast repeats of what was copied, in characters. */
const SHOWN = 60

/** Copies a text and says so. */
export async function copyText(text: string): Promise<void> {
  const short = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
  try {
    await navigator.clipboard.writeText(text)
    toast({ tone: 'done', text: (t: Translate) => t('table.copied', { what: short }) })
  } catch {
    toast({ tone: 'trouble', text: (t: Translate) => t('table.notCopied'), detail: () => short })
  }
}

/** A cell of a spreadsheet holds neither tabs nor line ends, and no formula that somebody else wrote. */
const plain = (text: string): string => {
  const flat = text.replace(/[\t\r\n]+/g, ' ')
  return /^[=+\-@]/.test(flat) && Number.isNaN(Number(flat)) ? `'${flat}` : flat
}

/** Rows as a spreadsheet takes them from the clipboard. */
export const tsvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map(plain).join('\t')).join('\n')
