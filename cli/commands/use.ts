import { clients } from '@tocsin/core/resources/clients/index'
import { ApiError } from '@tocsin/core/base/errors'
import { tokenGiven } from '../account'
import { CommandError, usageError } from '../command-error'
import type { Context } from '../context'
import { EXIT } from '../exit-codes'
import { ownLayout } from '../layout'
import type { LocalizedCommand } from '../localized-command'
import { use as words } from '../messages/use'
import { writeRecord } from '../output'
import { referenceHelp } from '../reference-help'
import { findRecord } from '../references'

const KEYS = ['id', 'name', 'source'] as const

/** Adds `tocsin use`: the client that commands of this account work in where a line names none. */
export function addUse(context: Context, root: LocalizedCommand): void {
  context.addWords('use', words)
  const { t } = context
  root
    .child('use', t('cli.commands.use'), ['tocsin use Acme', 'tocsin use', 'tocsin use --none'])
    .argument('[client]', referenceHelp(context, 'clients'))
    .option('--none', t('cli.use.none'))
    .handler(async ([client], flags) => {
      if (flags['none'] === true && client !== undefined)
        throw usageError('cli.usage.together', { flags: `--none, ${client}` }, { field: '--none' })
      if (client === undefined && flags['none'] !== true) return show(context)
      return choose(context, client)
    })
}

async function show(context: Context): Promise<void> {
  const chosen = await context.defaultClient()
  if (!chosen)
    throw new CommandError({
      code: 'NO_CLIENT',
      exit: EXIT.notFound,
      key: 'cli.use.nothing',
      next: 'tocsin clients list',
    })
  const layout = ownLayout(context, KEYS, (path) => context.t(`cli.use.columns.${path}`))
  await writeRecord(chosen, layout, context.io.stdout)
}

/** Stores the client with the account in use; undefined takes it away. */
async function choose(context: Context, reference: string | undefined): Promise<void> {
  const { t, host } = context
  if (tokenGiven(context) !== undefined) throw usageError('cli.use.token')
  const profile = await context.account()
  if (!profile) throw new ApiError({ status: 401, code: 'NOT_AUTHENTICATED' })
  await context.findResource('clients')
  const found = reference === undefined ? null : await findRecord(context, clients, reference)
  const credentials = await context.credentials()
  await credentials.exclusively(async () =>
    credentials.change(host, ({ clients: before = {}, ...stored }) => {
      const { [profile.username]: _, ...others } = before
      const all = found ? { ...others, [profile.username]: { id: found.id, name: String(found['name']) } } : others
      return { ...stored, clients: all }
    }),
  )
  await context.note(found ? t('cli.use.chosen', { name: found['name'], id: found.id }) : t('cli.use.taken'))
  if (context.io.env['TOCSIN_CLIENT'] !== undefined) await context.note(t('cli.use.shadowed'))
}
