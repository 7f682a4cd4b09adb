import type { Context } from './context'
import { GLOBAL_FLAGS, LETTERS } from './global-flags'

const INDENT = '  '

/** Lays out two columns, the second wrapped within its column. */
function pairs(rows: readonly (readonly [string, string])[], width: number): string[] {
  const first = Math.min(30, Math.max(0, ...rows.map(([term]) => term.length)))
  return rows.flatMap(([term, text]) => {
    const lines = wrapped(text, Math.max(30, width - first - 4))
    const indent = ' '.repeat(INDENT.length + first + 2)
    if (term.length > first) return [`${INDENT}${term}`, ...lines.map((line) => indent + line)]
    return lines.map((line, index) =>
      index === 0 ? `${INDENT}${term.padEnd(first)}  ${line}`.trimEnd() : indent + line,
    )
  })
}

/** Wraps words into lines of at most `width` characters. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** The flags of every command, as help shows them. */
export function globalFlagRows({ t }: Context): [string, string][] {
  return Object.entries(GLOBAL_FLAGS).map(([name, takesValue]) => {
    const letter = LETTERS[name as keyof typeof LETTERS]
    const value = takesValue ? ` <${name}>` : name === 'json' ? '[=<fields>]' : ''
    return [`${letter ? `${letter}, ` : ''}--${name}${value}`, t(`cli.flags.${name}`)]
  })
}

/** Wide enough to read, never wider than a page: the same text in a pipe and on a screen of 100 columns. */
export const pageWidth = ({ io }: Context): number => (io.stdout.isTerminal ? Math.min(io.stdout.width, 100) : 100)

/** Lays out the sections of a help page: a title over rows of two columns, or over lines. */
export function helpPage(
  context: Context,
  sections: readonly (readonly [string, readonly (readonly [string, string])[] | readonly string[]])[],
): string {
  const width = pageWidth(context)
  return sections
    .filter(([, rows]) => rows.length > 0)
    .map(([title, rows]) => {
      const lines =
        typeof rows[0] === 'string'
          ? (rows as readonly string[]).map((line) => INDENT + line)
          : pairs(rows as readonly (readonly [string, string])[], width)
      return `${[`${title}:`, ...lines].join('\n')}\n`
    })
    .join('\n')
}
