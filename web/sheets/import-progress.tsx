import { css } from 'styled-system/css'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import { usePreferences } from '../preferences'
import { Button } from '../ui/button'
import { ProgressBar } from '../ui/progress-bar'
import { useT } from '../words'
import { doneOf, type ImportState } from './import-state'

/** Shows how far the pass over the file is, in rows and rows per second. Only a plan can be stopped. */
export function ImportProgress({ state, onStop }: { state: ImportState; onStop: (() => void) | null }) {
  const t = useT()
  const { locale } = usePreferences()
  const { step, progress, plan, rate } = state
  const writing = step === 'writing'
  const total = writing && plan ? plan.read : null
  const done = progress ? doneOf(progress) : 0
  const number = (count: number) => formatNumber(locale, count)
  const label = t(writing ? 'sheets.writing' : 'sheets.planning')
  return (
    <div className={frame}>
      <div className={line}>
        <output>{label}</output>
        {onStop && (
          <Button size="small" onClick={onStop}>
            {t('sheets.stop')}
          </Button>
        )}
      </div>
      <ProgressBar label={label} done={done} total={total} />
      <p className={figures}>
        {total === null
          ? t('sheets.progress', { count: done })
          : t('sheets.ofRows', { done: number(done), total: number(total) })}
        {rate > 0 && ` · ${t('sheets.rate', { rate: number(rate) })}`}
        {progress && progress.rejected > 0 && ` · ${t('sheets.figures.rejected')} ${number(progress.rejected)}`}
        {progress && progress.retries > 0 && ` · ${t('sheets.retries', { count: progress.retries })}`}
      </p>
    </div>
  )
}

const frame = css({ display: 'grid', gap: '1.5' })
const line = css({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '3' })
const figures = css({ textStyle: 'small', color: 'fg.muted' })
