import type { Method, Query } from '@tocsin/core/api/http'
import { PAGE_SIZE_MAX } from '@tocsin/core/base/constants'
import { usageError } from '../command-error'
import type { Context } from '../context'
import { readJson } from '../input'
import type { LocalizedCommand } from '../localized-command'
import { api as words } from '../messages/api'
import { jsonText } from '../output'
import { KEY_FLAG, keyGiven, writeOnce } from '../write-once'

const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Adds `tocsin api <path>`, which sends one request as the account in use and prints `data` of the answer as JSON. */
export function addApi(context: Context, root: LocalizedCommand): void {
  context.addWords('api', words)
  const { t } = context
  root
    .child('api', t('cli.commands.api'), [
      'tocsin api sites?limit=1',
      'tocsin api projects --paginate',
      'tocsin api projects --field name=Night --field description=Night --field ClientId=2 --idempotency-key=night-1',
    ])
    .argument('<path>', t('cli.api.path'))
    .option('--method <method>', t('cli.api.method'))
    .option('--field <name=value...>', t('cli.api.field'))
    .option(`--input <${t('cli.help.file')}>`, t('cli.api.input'))
    .option('--paginate', t('cli.api.paginate'))
    .option(`--${KEY_FLAG} <${t('cli.help.types.text')}>`, t(`cli.flags.${KEY_FLAG}`))
    .handler(([path = ''], flags) => sendRequest(context, path, flags))
}

/** Reads `name=value` pairs: a value is sent as JSON if it is JSON, else as text. */
function parseFields(pairs: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      if (at < 1)
        throw usageError('cli.usage.pair', { flag: '--field', form: 'name=value', value: pair }, { field: '--field' })
      const text = pair.slice(at + 1)
      try {
        return [pair.slice(0, at), JSON.parse(text) as unknown]
      } catch {
        return [pair.slice(0, at), text]
      }
    }),
  )
}

async function sendRequest(context: Context, pathArgument: string, flags: Record<string, unknown>): Promise<void> {
  const { io } = context
  const fields = parseFields((flags['field'] as string[] | undefined) ?? [])
  const body = { ...(typeof flags['input'] === 'string' ? await readJson(io, flags['input']) : {}), ...fields }
  const hasBody = flags['input'] !== undefined || Object.keys(fields).length > 0
  const method = (typeof flags['method'] === 'string' ? flags['method'] : hasBody ? 'POST' : 'GET').toUpperCase()
  if (!METHODS.includes(method))
    throw usageError(
      'cli.usage.choice',
      { flag: '--method', value: method, choices: METHODS.join(', ') },
      { field: '--method' },
    )
  const key = keyGiven(flags)
  if (key !== undefined && (method === 'GET' || flags['paginate']))
    throw usageError(
      'cli.usage.together',
      { flags: `${flags['paginate'] ? '--paginate' : '--method GET'}, --${KEY_FLAG}` },
      { field: `--${KEY_FLAG}` },
    )
  // The path is always below /api on the host in use: the token goes nowhere else.
  const url = new URL(pathArgument.replace(/^\/?(api\/)?/, '/'), 'http://host')
  const query: Query = Object.fromEntries(url.searchParams)
  const http = await context.http()
  if (!flags['paginate']) {
    const path = url.pathname.slice(1)
    const { data } =
      method === 'GET'
        ? await http({ method, path, query: { ...query, ...(fields as Query) } })
        : await writeOnce(
            context,
            (idempotencyKey) => http({ method: method as Method, path, query, body, idempotencyKey }),
            key,
          )
    return io.stdout.write(`${jsonText(data ?? null, 2)}\n`)
  }
  let rows = 0
  for (;;) {
    const limit = Number(query['limit'] ?? PAGE_SIZE_MAX)
    const page = await http<unknown[]>({
      method: 'GET',
      path: url.pathname.slice(1),
      query: { ...query, limit, offset: rows },
    })
    if (!Array.isArray(page.data)) throw usageError('cli.api.noList', { path: pathArgument })
    const text = page.data.map((row) => jsonText(row, 2).replace(/^/gm, '  ')).join(',\n')
    if (text !== '') await io.stdout.write(rows === 0 ? `[\n${text}` : `,\n${text}`)
    rows += page.data.length
    if (page.data.length === 0 || rows >= (page.total ?? 0)) break
  }
  await io.stdout.write(rows === 0 ? '[]\n' : '\n]\n')
}
