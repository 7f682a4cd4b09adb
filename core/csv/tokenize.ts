import Papa from 'papaparse'
import type { Block } from './records'

export type Tokenizer = (block: Pick<Block, 'text'>) => string[][]

/**
 * Splits the records of a block into raw cells with papaparse, which never sees more than whole, quote-balanced records
 * ended by LF. It calls the inner parser of papaparse, because the wrapper doubles the cost.
 */
export function tokenizer(delimiter: string): Tokenizer {
  const parser = new Papa.Parser({ delimiter, newline: '\n' } as Papa.ParseConfig)
  return ({ text }) => {
    const { data, errors } = parser.parse(text, 0, false) as Papa.ParseResult<string[]>
    if (errors.length > 0) throw new Error(`records were not balanced: ${errors[0]!.code}`)
    // Papaparse adds an empty record after the last line end.
    data.pop()
    return data
  }
}
