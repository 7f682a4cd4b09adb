import {
  formatCount,
  formatDuration,
  readAppsDashboard,
  readClientDashboard,
  readDashboard,
  readResponseDashboard,
  readSitesDashboard,
  TOTAL_NAMES,
  type Dashboard,
} from '@tocsin/core/api/dashboard'
import type { Http } from '@tocsin/core/api/http'
import type { Context } from '../context'
import { ownLayout } from '../layout'
import type { LocalizedCommand } from '../localized-command'
import { dashboard as words } from '../messages/dashboard'
import { rowWriter, writeFigures, type Column, type Row } from '../output'
import { resolveReference } from '../references'

/** Adds `tocsin dashboard`: the figures of the console's home (DASH-10). */
export function addDashboard(context: Context, root: LocalizedCommand): void {
  context.addWords('dashboard', words)
  const { t } = context
  const group = root.child('dashboard', t('cli.commands.dashboard'), ['tocsin dashboard show'])
  group
    .child('show', t('cli.dashboard.show'), ['tocsin dashboard show', 'tocsin dashboard show -o table'])
    .prints('figures')
    .handler(async () => {
      const http = await context.http()
      await showFigures(context, await withTaken(http, await readDashboard(http)))
    })
  group
    .child('client', t('cli.dashboard.client'), ['tocsin dashboard client Acme', 'tocsin dashboard client --json'])
    .prints('figures')
    .argument('[client]', t('cli.dashboard.ofClient'))
    .handler(async ([client]) => {
      const id = client === undefined ? undefined : await resolveReference(context, 'clients', client)
      const http = await context.http()
      await showFigures(context, await withTaken(http, await readClientDashboard(http, id), id))
    })
  group
    .child('apps', t('cli.dashboard.apps'), ['tocsin dashboard apps', 'tocsin dashboard apps "Alerta Escolar" 2'])
    .argument('[app...]', t('cli.dashboard.ofApps'))
    .handler(async (given) => {
      const ids = await idsOf(context, 'apps', given)
      const { topApps } = await readAppsDashboard(await context.http(), ids)
      await showTop(context, 'app', ['app', 'users'], topApps?.list ?? [])
    })
  group
    .child('sites', t('cli.dashboard.sites'), ['tocsin dashboard sites', 'tocsin dashboard sites 1 8 --json'])
    .argument('[site...]', t('cli.dashboard.ofSites'))
    .handler(async (given) => {
      const ids = await idsOf(context, 'sites', given)
      const { topSites } = await readSitesDashboard(await context.http(), ids)
      await showTop(context, 'site', ['site', 'users', 'app'], topSites?.list ?? [])
    })
}

/** Adds how long alerts waited until they were taken, for a reader who has a total of them. */
async function withTaken(http: Http, figures: Dashboard, clientId?: number): Promise<Dashboard> {
  if (!figures.alerts) return figures
  const { timeUntilTaken } = await readResponseDashboard(http, clientId)
  return timeUntilTaken ? { ...figures, timeUntilTaken } : figures
}

async function idsOf(context: Context, resource: string, references: readonly string[]): Promise<number[]> {
  const ids: number[] = []
  for (const reference of references) ids.push(await resolveReference(context, resource, reference))
  return ids
}

/** A person reads counts with a dot between thousands, in both languages. */
const inDots = (value: unknown) => (typeof value === 'number' ? formatCount(value) : value)

const inUnits = (value: unknown) => (typeof value === 'number' ? formatDuration(value) : '–')

/** Returns the layout of these fields, of which a template may name the parts: `{sites.total}`. */
const layoutWith = (context: Context, fields: readonly string[]) =>
  ownLayout(context, fields, (path) => path, {
    has: (path) => fields.includes(context.settings.template === undefined ? path : path.split('.')[0]!),
  })

/** Shows the figures of a dashboard. As JSON it has its lists as well. */
async function showFigures(context: Context, figures: Dashboard): Promise<void> {
  const { t, io } = context
  const present = ['timestamp', ...TOTAL_NAMES].filter((name) => name in figures)
  const layout = layoutWith(context, Object.keys(figures))
  const { keys } = layout
  const columns = present
    .filter((name) => keys.includes(name))
    .map((name): Column => ({
      path: name === 'timestamp' ? name : `${name}.total`,
      label: t(`cli.dashboard.columns.${name}`),
      inWords: inDots,
    }))
  if (figures.timeUntilTaken && keys.includes('timeUntilTaken'))
    columns.push(
      ...['median', 'before'].map((name): Column => ({
        path: `timeUntilTaken.${name}`,
        label: t(`cli.dashboard.taken.${name}`),
        inWords: inUnits,
      })),
    )
  await writeFigures(figures, { ...layout, columns }, io.stdout)
}

/** Shows the entries of a list, the most first. Each has the id of the record that it is about. */
async function showTop(
  context: Context,
  about: 'app' | 'site',
  fields: readonly string[],
  list: readonly Row[],
): Promise<void> {
  const { t, io } = context
  const layout = layoutWith(context, fields)
  const columns = layout.keys.flatMap((name): Column[] => {
    const label = t(`cli.dashboard.columns.${name}`)
    if (name === 'users') return [{ path: name, label, inWords: inDots }]
    const id = { path: `${name}.id`, label: t(`cli.dashboard.columns.${name}Id`) }
    return [...(name === about ? [id] : []), { path: `${name}.name`, label }]
  })
  const writer = await rowWriter({ ...layout, columns }, io.stdout)
  await writer.page(list.map((entry) => ({ ...entry, id: (entry[about] as { id: number }).id })))
  await writer.end()
  if (list.length === 0 && io.stderr.isTerminal) await context.note(t('cli.dashboard.nothing'))
}
