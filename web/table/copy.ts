/** Makes text safe for a spreadsheet cell: without tabs or line ends, and with a quote before a formula. */
const plain = (text: string): string => {
  const flat = text.replace(/[\t\r\n]+/g, ' ')
  return /^[=+\-@]/.test(flat) && Number.isNaN(Number(flat)) ? `'${flat}` : flat
}

/** Returns rows as tab-separated text, which a spreadsheet accepts from the clipboard. */
export const tsvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map(plain).join('\t')).join('\n')
