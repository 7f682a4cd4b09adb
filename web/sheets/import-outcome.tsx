import { useMemo, type Ref } from 'react'
import { css } from 'styled-system/css'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import { missingData, type SheetProblem } from '@tocsin/core/import/problems'
import type { SheetResourceName } from '@tocsin/core/resources/sheets'
import { besideName, changesText, rejectsName } from '@tocsin/core/import/words'
import { SHEET_COLUMNS } from '@tocsin/core/resources/sheet-columns'
import { usePreferences } from '../preferences'
import { Button } from '../ui/button'
import { useT } from '../words'
import type { Outcome } from './worker-protocol'
import { ProblemList } from './problem-list'
import { figuresOf, reportText, totalOf } from './problem-text'
import { saveFile } from './save-file'

type Props = {
  resource: SheetResourceName
  file: string
  outcome: Outcome
  planned: boolean
  problems: readonly SheetProblem[]
  heading: Ref<HTMLHeadingElement>
  onSaved: () => void
}

/** Shows what an import will do, or did: the figures, each rejected row with its reason, and both as files. */
export function ImportOutcome({ resource, file, outcome, planned, problems, heading, onSaved }: Props) {
  const t = useT()
  const { locale } = usePreferences()
  const number = (count: number) => formatNumber(locale, count)
  const { rejects, warnings, warningCounts, counts } = outcome
  const all = totalOf(counts)
  const missing = useMemo(() => missingData(problems, SHEET_COLUMNS[resource])?.split(': ')[1], [resource, problems])
  const changes = changesText(outcome.changes, locale)
  return (
    <section className={frame}>
      <h3 className={title} ref={heading} tabIndex={-1}>
        {t(planned ? 'sheets.planned' : 'sheets.result')}
      </h3>
      <dl className={figures}>
        {figuresOf(outcome, planned, t).map(([label, count]) => (
          <div className={figure} key={label}>
            <dt className={muted}>{label}</dt>
            <dd className={count > 0 ? strong : muted}>{number(count)}</dd>
          </div>
        ))}
      </dl>
      {changes && <p className={muted}>{t('sheets.changes', { columns: changes })}</p>}
      {missing && <p className={warn}>{t('notices.missingSiteDataOnCSVUploadError', { fields: missing })}</p>}
      {problems.length > 0 && (
        <>
          <p className={strong}>
            {t('sheets.problems', { count: all })}
            {all > problems.length && ` (${t('sheets.notListed', { count: all - problems.length })})`}
          </p>
          <ProblemList file={file} label={t('sheets.problemsOf')} problems={problems} />
        </>
      )}
      {warnings.length > 0 && (
        <details>
          <summary className={warn}>{t('sheets.warnings', { count: totalOf(warningCounts) })}</summary>
          <ProblemList
            file={file}
            label={t('sheets.warnings', { count: totalOf(warningCounts) })}
            problems={warnings}
          />
          {Object.entries(warningCounts).map(([code, count]) => {
            const more = count - warnings.filter((warning) => warning.code === code).length
            return more > 0 ? (
              <p className={muted} key={code}>
                {t('sheets.moreWarnings', { count: more, code })}
              </p>
            ) : null
          })}
        </details>
      )}
      <div className={files}>
        {rejects && (
          <Button
            icon="download"
            size="small"
            onClick={() => {
              saveFile(rejects, rejectsName(file))
              onSaved()
            }}
          >
            {t('sheets.saveRejects')}
          </Button>
        )}
        <Button
          icon="download"
          size="small"
          onClick={() =>
            saveFile(
              new Blob([reportText({ file, outcome, planned, problems }, t, locale)], { type: 'text/plain' }),
              besideName(file, 'report.txt'),
            )
          }
        >
          {t('sheets.saveReport')}
        </Button>
      </div>
    </section>
  )
}

const frame = css({ display: 'grid', gap: '3', minWidth: '0' })
const title = css({ textStyle: 'title', borderRadius: 'xs' })
const figures = css({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(7rem, 1fr))',
  gap: '2',
  margin: '0',
})
const figure = css({
  display: 'flex',
  flexDirection: 'column-reverse',
  justifyContent: 'flex-end',
  paddingInline: '3',
  paddingBlock: '2',
  border: '1px solid token(colors.border.subtle)',
  borderRadius: 'md',
  '& dt': { textStyle: 'small' },
  '& dd': { margin: '0', fontSize: 'lg', lineHeight: 'lg' },
})
const muted = css({ color: 'fg.muted', overflowWrap: 'anywhere' })
const strong = css({ fontWeight: 'semibold' })
const warn = css({ color: 'warning.fg', overflowWrap: 'anywhere' })
const files = css({ display: 'flex', flexWrap: 'wrap', gap: '2' })
