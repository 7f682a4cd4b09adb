import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import type { Context } from './context'

/** Tells that a list was cut, and how to get all of it. */
export async function noteMore(context: Context, shown: number, total: number): Promise<void> {
  const [part, whole] = [shown, total].map((count) => formatNumber(context.locale, count))
  await context.note(context.t('cli.output.shownOf', { shown: part, total: whole }))
}
