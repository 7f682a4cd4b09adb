import type { Context } from '../context'
import { ownLayout } from '../layout'
import type { LocalizedCommand } from '../localized-command'
import { features as words } from '../messages/features'
import { rowWriter } from '../output'
import { askFeatures } from '../routes-v2'

const KEYS = ['name', 'defaultValue'] as const

/** `tocsin features`: shows the flags of the server; the routes of later calls follow them. */
export function addFeatures(context: Context, root: LocalizedCommand): void {
  context.addWords('features', words)
  const { t, io } = context
  root
    .child('features', t('cli.commands.features'), ['tocsin features', 'tocsin features --json'])
    .handler(async () => {
      const layout = ownLayout(context, KEYS, (path) => t(`cli.features.columns.${path}`))
      const writer = await rowWriter(layout, io.stdout)
      await writer.page((await askFeatures(context)).map((one) => ({ ...one, id: one.name })))
      await writer.end()
    })
}
