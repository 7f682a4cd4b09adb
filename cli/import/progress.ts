import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import type { ImportProgress } from '@tocsin/core/import/run'
import type { Context } from '../context'
import { orderedWrites } from '../ordered-writes'
import { jsonText } from '../output'
import { progressLine } from '../progress-line'

/** The shortest time between two progress lines if stderr is not a terminal, in milliseconds. */
const LINE_INTERVAL_MS = 10_000

export type Step = 'plan' | 'write'
export type Progress = { update: (progress: ImportProgress) => void; end: () => Promise<void> }

/** The size of the work: the number of rows; where it is not known, the part of the file that has been read, 0 to 1. */
export type Size = { total: number } | { share: () => number }

/**
 * Shows the progress of an import on stderr: one line that is redrawn on a terminal, a line every 10 s elsewhere, or a
 * line of JSON for every update.
 */
export function showProgress(context: Context, format: 'text' | 'json', step: Step, size: Size): Progress {
  const { io, t, locale, settings } = context
  const liveLine = progressLine(context)
  const began = io.now()
  let last = began
  const { write, settled } = orderedWrites(io.stderr)
  const total = 'total' in size ? size.total : null

  const lineOf = (progress: ImportProgress, seconds: number) => {
    const { created, updated, unchanged, skipped, rejected } = progress
    const done = created + updated + unchanged + skipped + rejected
    const rate = seconds > 0 ? done / seconds : 0
    const wholeRate = Math.round(rate)
    const share = 'share' in size ? size.share() : done / size.total
    const secondsLeft = done > 0 && share > 0 ? Math.ceil((seconds / share) * (1 - share)) : null
    const number = (value: number) => formatNumber(locale, value)
    return [
      t(`cli.import.doing.${step}`, { done: number(done), total: total === null ? '' : `/${number(total)}` }),
      ...('share' in size ? [t('cli.import.share', { percent: Math.floor(share * 100) })] : []),
      ...(wholeRate > 0 ? [t('cli.import.rate', { rate: number(wholeRate) })] : []),
      ...(secondsLeft === null
        ? []
        : [
            t('cli.import.left', {
              time: `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`,
            }),
          ]),
      ...(progress.retries > 0 ? [t('cli.import.retries', { retries: number(progress.retries) })] : []),
    ].join('  ')
  }

  return {
    update(progress) {
      if (settings.quiet) return
      if (format === 'json') {
        const share = 'share' in size ? { share: Math.round(size.share() * 1000) / 1000 } : {}
        write(`${jsonText({ progress: { step, total, ...share, ...progress } })}\n`)
        return
      }
      const now = io.now()
      if (io.stderr.isTerminal) return liveLine.draw(() => lineOf(progress, (now - began) / 1000))
      if (now - last < LINE_INTERVAL_MS) return
      last = now
      write(`${lineOf(progress, (now - began) / 1000)}\n`)
    },
    async end() {
      await liveLine.clear()
      await settled()
    },
  }
}
