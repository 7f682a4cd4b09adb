import { CommandError } from '../command-error'
import type { Context } from '../context'
import { EXIT } from '../exit-codes'
import type { LocalizedCommand } from '../localized-command'
import { serve as words } from '../messages/serve'

/** `tocsin serve`: becomes the server that was built beside this program. It reads its own flags and environment. */
export function addServe(context: Context, root: LocalizedCommand): void {
  context.addWords('serve', words)
  const { t } = context
  root
    .child('serve', t('cli.commands.serve'), ['tocsin serve --demo'])
    .prints('text')
    .option('--demo', t('cli.serve.demo'))
    .option('--big', t('cli.serve.big'))
    .handler(async (_, flags) => {
      // The server looks for its own flags behind the program's name.
      context.io.argv.splice(2, Infinity, ...(flags['demo'] ? ['--demo'] : []), ...(flags['big'] ? ['--big'] : []))
      try {
        await import('../../server/program/main')
      } catch (error) {
        if (
          (error as { code?: string }).code !== 'ERR_MODULE_NOT_FOUND' &&
          (error as { code?: string }).code !== 'MODULE_NOT_FOUND'
        )
          throw error
        throw new CommandError({ code: 'NO_SERVER', exit: EXIT.error, key: 'cli.serve.absent', next: 'npm start' })
      }
    })
}
