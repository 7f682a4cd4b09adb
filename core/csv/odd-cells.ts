import { CONTROLS } from '../vocabulary/kinds'
import { hasLongRun, MARKS_IN_A_ROW } from '../base/normal-form'
import { cellProblem, type CellProblem } from './importable'

/** Matches long numbers as Excel writes them. Their last digits are lost. */
const SCIENTIFIC = /^\d([.,]\d+)?E\+\d+$/i
export const isScientific = (text: string): boolean => SCIENTIFIC.test(text)

const NULL_WORD = /^(null|NULL|Null|\(null\)|nil|undefined|NaN|n\/a|N\/A|N\/D|#N\/A|#N\/D)$/
const EXCEL_ERROR = /^#(valor!|value!|ref!|nome\?|name\?|div\/0!|num!|núm!|nulo!|null!)$/i
/** Matches UTF-8 that was read as windows-1252. */
const MOJIBAKE = /[\u00c2\u00c3][\u0080-\u00bf\u0192\u02c6\u2018-\u203a\u20ac\u2122]|\u00e2\u20ac/
const BIDI = /[\u202a-\u202e\u2066-\u2069]/
const CONTROL = new RegExp(`[${CONTROLS}]`)

/** The first characters of words for null and of Excel errors. Almost no cell begins with one. */
const SUSPECT = new Set(Array.from('#nNuU(', (letter) => letter.charCodeAt(0)))

/** Adds the problems and warnings of a text from a batch that needs a closer check. U+FFFD is never stored. */
export function addTextProblems(
  text: string,
  column: string,
  field: string | null,
  problems: CellProblem[],
  warnings: CellProblem[],
): void {
  const at = { field }
  const isNew = () => !problems.some((one) => one.column === column)
  if (text.includes('\ufffd')) problems.push(cellProblem('encoding', column, at))
  else if (CONTROL.test(text) && isNew()) problems.push(cellProblem('control_character', column, at))
  else if (hasLongRun(text) && isNew())
    problems.push(cellProblem('combining_marks', column, { ...at, values: { max: MARKS_IN_A_ROW } }))
  else if (MOJIBAKE.test(text)) warnings.push(cellProblem('mojibake', column, at))
  if (BIDI.test(text)) warnings.push(cellProblem('bidi_control', column, at))
}

/** Returns the kind of a text that is a word for null or an Excel error; null for any other text. */
export function placeholder(text: string): 'null_literal' | 'excel_error' | null {
  if (text.length > 9 || !SUSPECT.has(text.charCodeAt(0))) return null
  return NULL_WORD.test(text) ? 'null_literal' : EXCEL_ERROR.test(text) ? 'excel_error' : null
}
