import { queryString, type Answer, type Http, type Method, type Query } from '@tocsin/core/api/http'
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
  const command = root
    .child('api', t('cli.commands.api'), [
      'tocsin api sites?limit=1',
      'tocsin api projects --paginate',
      'tocsin api projects --field name=Night --field description=Night --field ClientId=2 --idempotency-key=night-1',
    ])
    .argument('<path>', t('cli.api.path'))
    .prints('document')
    .changes()
    .option('--method <method>', t('cli.api.method'))
    .option('--field <name=value...>', t('cli.api.field'))
    .option(`--input <${t('cli.help.file')}>`, t('cli.api.input'))
    .option('--paginate', t('cli.api.paginate'))
    .option(`--${KEY_FLAG} <${t('cli.help.types.text')}>`, t(`cli.flags.${KEY_FLAG}`))
    .handler(([path = ''], flags) => sendRequest(context, path, flags))
  command.choices['--method'] = METHODS
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
  const paginates = flags['paginate'] === true
  const hasBody = flags['input'] !== undefined || Object.keys(fields).length > 0
  const given = typeof flags['method'] === 'string' ? flags['method'].toUpperCase() : undefined
  const method = given ?? (hasBody && !paginates ? 'POST' : 'GET')
  if (!METHODS.includes(method))
    throw usageError(
      'cli.usage.choice',
      { flag: '--method', value: method, choices: METHODS.join(', ') },
      { field: '--method' },
    )
  if (paginates && method !== 'GET') refuseTogether('--paginate', `--method ${method}`, '--method')
  const reads = paginates ? '--paginate' : '--method GET'
  if (method === 'GET' && flags['input'] !== undefined) refuseTogether(reads, '--input')
  const key = keyGiven(flags)
  if (method === 'GET' && key !== undefined) refuseTogether(reads, `--${KEY_FLAG}`)
  // The path is always below /api on the host in use: the token goes nowhere else.
  const url = new URL(pathArgument.replace(/^[\\/]*(api\/)?/, '/'), 'http://host')
  const http = await context.http()
  if (paginates) return printPages(context, http, url, fields as Query)
  if (method === 'GET') return printData(context, await http({ method, path: pathOf(url, fields as Query) }))
  const body = { ...(typeof flags['input'] === 'string' ? await readJson(io, flags['input']) : {}), ...fields }
  const write = (idempotencyKey: string) => http({ method: method as Method, path: pathOf(url), body, idempotencyKey })
  return printData(context, await writeOnce(context, write, key))
}

function refuseTogether(one: string, other: string, field = other): never {
  throw usageError('cli.usage.together', { flags: `${one}, ${other}` }, { field })
}

/** Returns the path with its query as it was typed. A parameter of `query` replaces what was typed for it. */
function pathOf({ pathname, search }: URL, query: Query = {}): string {
  const typed = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && ![...new URLSearchParams(pair).keys()].some((name) => Object.hasOwn(query, name)))
  const parameters = [...typed, queryString(query).slice(1)].filter((part) => part !== '')
  return `${pathname.slice(1)}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`
}

const printData = ({ io }: Context, { data }: Answer) => io.stdout.write(`${jsonText(data ?? null, 2)}\n`)

/** Prints the rows of every page as one JSON document. A `limit` in the path is the size of a page. */
async function printPages({ io }: Context, http: Http, url: URL, fields: Query): Promise<void> {
  const typed = Object.fromEntries(url.searchParams)
  const place = ['offset', 'page', 'perPage', 'after'].find((name) => Object.hasOwn({ ...typed, ...fields }, name))
  if (place !== undefined) refuseTogether('--paginate', place)
  const limit = fields['limit'] ?? typed['limit'] ?? PAGE_SIZE_MAX
  let rows = 0
  for (;;) {
    const page = await http<unknown[]>({ method: 'GET', path: pathOf(url, { ...fields, limit, offset: rows }) })
    if (!Array.isArray(page.data)) throw usageError('cli.api.noList', { path: `${url.pathname}${url.search}`.slice(1) })
    const text = page.data.map((row) => jsonText(row, 2).replace(/^/gm, '  ')).join(',\n')
    if (text !== '') await io.stdout.write(rows === 0 ? `[\n${text}` : `,\n${text}`)
    rows += page.data.length
    if (page.data.length === 0 || rows >= (page.total ?? 0)) break
  }
  await io.stdout.write(rows === 0 ? '[]\n' : '\n]\n')
}
