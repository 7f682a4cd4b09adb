import type { Context } from '../context'
import type { LocalizedCommand } from '../localized-command'
import { db as words } from '../messages/db'

const EXAMPLES = {
  backup: ['tocsin db backup monday.tocsin'],
  verify: ['tocsin db verify monday.tocsin', 'tocsin db verify monday.tocsin --json'],
  restore: ['tocsin db restore monday.tocsin'],
  move: ['tocsin db move --to=postgres://owner@localhost/tocsin', 'tocsin db move --to=/var/lib/tocsin'],
}

/** `tocsin db`: an operator's commands on the database itself, where the settings of the server are. Their work loads late. */
export function addDb(context: Context, root: LocalizedCommand): void {
  context.addWords('db', words)
  const { t } = context
  const group = root.child('db', t('cli.commands.db'), ['tocsin db backup monday.tocsin'])
  const child = (verb: keyof typeof EXAMPLES) => group.child(verb, t(`cli.db.${verb}`), EXAMPLES[verb])
  child('backup')
    .argument('<file>', t('cli.db.newFile'))
    .handler(async ([file = '']) => (await import('./db-run')).runBackup(context, file))
  child('verify')
    .argument('<file>', t('cli.db.file'))
    .handler(async ([file = '']) => (await import('./db-run')).runVerify(context, file))
  child('restore')
    .argument('<file>', t('cli.db.file'))
    .handler(async ([file = '']) => (await import('./db-run')).runRestore(context, file))
  child('move')
    .option('--to <place>', t('cli.db.to'))
    .handler(async (_, flags) => (await import('./db-run')).runMove(context, flags['to']))
}
