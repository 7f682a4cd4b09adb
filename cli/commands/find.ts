import { createFinder } from '@tocsin/core/find/finder'
import { loadContaining, loadSearchIndex } from '@tocsin/core/find/load'
import { recordEntry, type IndexedRecord } from '@tocsin/core/find/records'
import type { Http } from '@tocsin/core/api/http'
import { singularOf } from '@tocsin/core/base/naming'
import { RESOURCE_NAMES } from '@tocsin/core/resources/index'
import { usageError } from '../command-error'
import type { Context } from '../context'
import { refuseEmpty } from '../given'
import { ownLayout } from '../layout'
import type { LocalizedCommand } from '../localized-command'
import { find as words } from '../messages/find'
import { noteMore } from '../note-more'
import { rowWriter } from '../output'
import { referenceHelp } from '../reference-help'
import { resolveReference } from '../references'

const KEYS = ['noun', 'id', 'title', 'subtitle'] as const
const MAX_LIMIT = 1000

/** `tocsin find <words…>`: finds as the palette does, in the same order, among records that the account may list. */
export function addFind(context: Context, root: LocalizedCommand): void {
  context.addWords('find', words)
  const { t } = context
  const command = root
    .child('find', t('cli.commands.find'), ['tocsin find aurora lima', 'tocsin find ana --noun=users --limit=5'])
    .argument('<words...>', t('cli.find.words'))
    .option(`--noun <${t('cli.help.resource')}>`, t('cli.find.resource'))
    .option('--client <client>', `${t('cli.find.client')} (${referenceHelp(context, 'clients')})`)
    .option(`--limit <${t('cli.help.types.number')}>`, t('cli.find.limit'))
    .option('--all', t('cli.find.all'))
    .handler((typed, flags) => run(context, typed.join(' '), flags))
  command.choices['--noun'] = RESOURCE_NAMES
  command.lists.add('--noun')
}

async function run(context: Context, query: string, flags: Record<string, unknown>): Promise<void> {
  refuseEmpty([{ name: 'noun' }, { name: 'client' }], flags)
  if (query.trim() === '')
    throw usageError('cli.usage.missingArgument', { argument: '<words>' }, { next: 'tocsin find --help' })
  if (flags['all'] && flags['limit'] !== undefined)
    throw usageError('cli.usage.together', { flags: '--all, --limit' }, { field: '--limit' })
  const limit = flags['all'] ? Infinity : limitOf(flags['limit'])
  const nouns = resourcesOf(flags['noun'])
  const { t, io } = context
  // An id says nothing without its resource: another command would take it for one of its own.
  if (context.format === 'ids' && nouns?.length !== 1)
    throw usageError('cli.find.idsOfOne', {}, { field: '--output', next: 'tocsin find aurora --noun=sites -o ids' })
  const layout = ownLayout(context, KEYS, (path) => t(`cli.find.columns.${path}`))
  const client =
    typeof flags['client'] === 'string'
      ? await resolveReference(context, 'clients', flags['client'])
      : (await context.defaultClient())?.id
  const all = await ranked(await context.http(), query, { nouns, client, names: limit === Infinity })
  const shown = all.slice(0, limit)
  const writer = await rowWriter(layout, io.stdout)
  await writer.page(shown)
  await writer.end()
  if (shown.length === 0) await context.note(t('cli.find.nothing', { query }))
  else if (flags['limit'] === undefined && shown.length < all.length) await noteMore(context, shown.length, all.length)
}

/**
 * Returns the records that a query finds, best first. The server looks for the words, and the whole index is loaded
 * only where that finds nothing or too much: it also has initials, words of one or two characters, and typos.
 */
async function ranked(
  http: Http,
  query: string,
  { names, ...within }: { nouns: readonly string[] | undefined; client: number | undefined; names: boolean },
): Promise<IndexedRecord[]> {
  const found = (records: readonly IndexedRecord[]) =>
    createFinder(records.map(recordEntry))
      .find(query, { limit: records.length, typosAsFallback: true })
      .map(({ entry }) => records[entry] as IndexedRecord)
  const containing = await loadContaining(http, query, { ...within, names })
  const best = found(containing ?? [])
  if (best.length > 0) return best
  const index = await loadSearchIndex(http, within)
  return found(index?.records ?? [])
}

function limitOf(given: unknown): number {
  if (given === undefined) return 20
  if (typeof given === 'string' && /^\d{1,4}$/.test(given) && Number(given) >= 1 && Number(given) <= MAX_LIMIT)
    return Number(given)
  throw usageError('cli.usage.argument', { argument: '--limit', value: given }, { field: '--limit' })
}

/** Reads resources in the plural or the singular, as everywhere else. */
function resourcesOf(given: unknown): readonly string[] | undefined {
  if (typeof given !== 'string') return undefined
  return given.split(',').map((word) => {
    const resource = RESOURCE_NAMES.find((one) => one === word.trim() || singularOf(one) === word.trim())
    if (resource) return resource
    throw usageError(
      'cli.usage.choice',
      { flag: '--noun', value: word, choices: RESOURCE_NAMES.join(', ') },
      { field: '--noun' },
    )
  })
}
