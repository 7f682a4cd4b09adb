import type { Context } from '../context'
import type { LocalizedCommand } from '../localized-command'
import { undo as words } from '../messages/undo'

/** Adds `tocsin undo <request>`: takes the changes of a request back, as the history has them. */
export function addUndo(context: Context, root: LocalizedCommand): void {
  context.addWords('undo', words)
  const { t } = context
  root
    .child('undo', t('cli.commands.undo'), ['tocsin undo --last', 'tocsin undo req-5 --dry-run', 'tocsin undo req-5'])
    .changes('ask')
    .argument('[request]', t('cli.undo.request'))
    .option('--last', t('cli.undo.last'))
    .option('--dry-run', t('cli.flags.dry-run'))
    .handler(async ([request], flags) =>
      (await import('./undo-run')).runUndo(context, request, {
        last: flags['last'] === true,
        dryRun: flags['dryRun'] === true,
      }),
    )
}
