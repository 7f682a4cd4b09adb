/** Makes text safe for a cell of a spreadsheet: no tabs, no line ends, and no formula that somebody else wrote. */
const plain = (text: string): string => {
  const flat = text.replace(/[\t\r\n]+/g, ' ')
  return /^[=+\-@]/.test(flat) && Number.isNaN(Number(flat)) ? `'${flat}` : flat
}

/** Returns rows in the form a spreadsheet takes from the clipboard. */
export const tsvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map(plain).join('\t')).join('\n')
