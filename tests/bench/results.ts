/** One figure of a benchmark, measured beside its floor or peer in the same run. */
export type Measure = {
  /** The measured work: `sites list, 50 rows`. */
  name: string
  /** The result, with its unit: `41 ms CPU`. */
  figure: string
  /** Against the floor or peer named in `goal`; null where the figure stands alone. */
  ratio: number | null
  /** The required value, and its floor or peer: `≤ 2.0 × node -e 0`. */
  goal: string
  met: boolean
}

const cells = ({ name, figure, ratio, goal, met }: Measure): string[] => [
  name,
  figure,
  ratio === null ? '–' : ratio.toFixed(2),
  goal,
  met ? 'yes' : 'NO',
]
const HEAD = ['what', 'figure', 'ratio', 'goal', 'met']

/** The measures as a table of Markdown, which is readable in a terminal too. */
export function table(measures: Measure[]): string {
  const rows = [HEAD, ...measures.map(cells)]
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  return [line(HEAD), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.slice(1).map(line)].join(
    '\n',
  )
}

const TITLE = '# Measured results'

/**
 * The results file with the sections of this run in place of those of the same name; the others stay, so that one
 * benchmark can be run alone. Sections stand in the order of their names.
 */
export function replaceSections(file: string, sections: Record<string, string>): string {
  const before = Object.fromEntries(
    file
      .split(/^## /m)
      .slice(1)
      .map((text) => {
        const [name = '', ...body] = text.split('\n')
        return [name.trim(), body.join('\n').trim()]
      }),
  )
  const all = Object.entries({ ...before, ...sections }).sort(([a], [b]) => (a < b ? -1 : 1))
  return `${[TITLE, ...all.map(([name, body]) => `## ${name}\n\n${body}`)].join('\n\n')}\n`
}

/** Returns the result of a call, and its milliseconds. */
export async function timed<T>(run: () => Promise<T>): Promise<{ time: number; result: T }> {
  const began = performance.now()
  const result = await run()
  return { time: performance.now() - began, result }
}

export function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * share) / 100))] ?? NaN
}
