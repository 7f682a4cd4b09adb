import type { Context } from './context'
import { jsonText } from './output'

/**
 * Prints what is told once, such as a token or a link: its one text as it is, so that it can be piped on, or the whole
 * answer as JSON with `--output json` or `ndjson`.
 */
export async function printSecret(
  { io, format }: Pick<Context, 'io' | 'format'>,
  name: string,
  answer: Record<string, unknown>,
): Promise<void> {
  const isJson = format === 'json' || format === 'ndjson'
  const text = isJson ? jsonText(answer, format === 'json' ? 2 : undefined) : String(answer[name])
  await io.stdout.write(`${text}\n`)
}
