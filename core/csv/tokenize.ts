import Papa from 'papaparse'
import type { Block } from './records'

export type Tokenizer = (block: Block) => string[][]

/**
 * Splits the records of a block into raw cells with papaparse, which never sees more than whole, quote-balanced
 * records ended by LF. Its inner parser is used directly: the wrapper around it costs as much again.
 */
export function tokenizer(delimiter: string): Tokenizer {
  const parser = new Papa.Parser({ delimiter, newline: '\n' } as Papa.ParseConfig)
  return ({ text }) => {
    const { data, errors } = parser.parse(text, 0, false) as Papa.ParseResult<string[]>
    if (errors.length > 0) throw new Error(`records were not balanced: ${errors[0]!.code}`)
    // Papaparse finds one more record behind the last line end, which is none.
    data.pop()
    return data
  }
}
