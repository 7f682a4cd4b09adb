import { valueAt } from '@tocsin/core/base/cells'
import { usageError } from './command-error'

/** The characters that each pair stands for. */
const ESCAPES: Readonly<Record<string, string>> = { '\\t': '\t', '\\n': '\n', '\\\\': '\\', '{{': '{', '}}': '}' }

/** Splits a template into texts and fields: `{field}`, `{{` and `}}` for braces, `\t`, `\n` and `\\`. */
function partsOf(template: string): (string | { field: string })[] {
  const tokens = template.matchAll(/\{\{|\}\}|\{([^{}]*)\}|\\[tn\\]|[^{}\\]+|./g)
  return Array.from(tokens, ([token, field]) => {
    if (field !== undefined) return { field: field.trim() }
    // A brace without its other half is a mistake, and not a text.
    if (token === '{' || token === '}')
      throw usageError('cli.usage.template', { brace: token, twice: token + token }, { field: '--template' })
    return Object.hasOwn(ESCAPES, token) ? ESCAPES[token]! : token
  })
}

/** Returns the fields in a template. Refuses a template that cannot be read. */
export const templateFields = (template: string): string[] =>
  partsOf(template).flatMap((part) => (typeof part === 'string' ? [] : [part.field]))

/** Returns what writes a row as a template says; `cell` writes the value of a field. */
export function templateLine(
  template: string,
  cell: (value: unknown) => string,
): (row: Record<string, unknown>) => string {
  const parts = partsOf(template)
  return (row) => parts.map((part) => (typeof part === 'string' ? part : cell(valueAt(row, part.field)))).join('')
}
