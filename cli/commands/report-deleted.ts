import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Context } from '../context'
import { choosesFields, lookOf } from '../layout'
import { namesOf, uniqueNameOf } from '../many'
import { rowWriter, type Layout, type Row } from '../output'

/**
 * Reports the deleted records: with `table` and `tsv` as a note, else as rows on stdout. The rows include records that
 * had been deleted before; the note leaves them out, since `doToEach` has told of them. `dryRun`: none was deleted.
 * `layout` is that of the record, which the rows have where the command line chooses fields.
 */
export async function reportDeleted(
  context: Context,
  resource: Resource,
  gone: readonly Row[],
  { layout, dryRun }: { layout: Layout; dryRun: boolean },
): Promise<void> {
  const { t, format, io, settings } = context
  if (format === 'table' || format === 'tsv') {
    const done = gone.filter((row) => row['deleted'] === true)
    if (done.length === 0) return
    return context.note(
      t(`cli.output.${dryRun ? 'wouldDelete' : 'deleted'}`, {
        names: namesOf(
          context,
          done.map((row) => uniqueNameOf(resource, row)),
        ),
      }),
    )
  }
  const keys = [...new Set(['id', resource.title, 'deleted'])]
  const brief = { ...lookOf(context), keys, columns: keys.map((path) => ({ path, label: path })) }
  const writer = await rowWriter(choosesFields(settings) ? layout : brief, io.stdout)
  await writer.page(gone.map((row) => ({ ...row, deleted: true })))
  await writer.end()
}
