import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { css } from 'styled-system/css'
import type { ApiError } from '@tocsin/core/base/errors'
import { answerText } from '@tocsin/core/form/answer-text'
import { isNumeric, type QuestionSummary, type SurveySummary } from '@tocsin/core/form/summary'
import type { FormField } from '@tocsin/core/form/types'
import type { Survey } from '@tocsin/core/resources/surveys/types'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import { useAccount } from '../../data/account'
import { http } from '../../data/api'
import { oneKey } from '../../data/hooks'
import { sentenceOf } from '../../notices/sentence'
import { usePreferences } from '../../preferences'
import { numberText } from '../../record/display'
import { Bar } from '../../ui/bar'
import { Button } from '../../ui/button'
import { srOnly } from '../../ui/sr-only'
import { Waiting } from '../../ui/waiting'
import { useT } from '../../words'
import { panel, panelHead, panelHeading } from './panel-look'
import { Rating } from './rating'
import './words'

/** Counts the answers to each question over all results, not only those of the page. A failure never hides the list. */
export function Summary({ survey }: { survey: Survey }) {
  const t = useT()
  const { locale } = usePreferences()
  const { id: account } = useAccount()
  const { data, error, isFetching, refetch } = useQuery<SurveySummary, ApiError>({
    queryKey: [...oneKey(account, 'survey-results', survey.id), 'summary'],
    queryFn: async ({ signal }) =>
      (await http<SurveySummary>({ method: 'GET', path: `surveys/${survey.id}/summary`, signal })).data,
  })
  return (
    // It scrolls, by keys as well.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an element that scrolls must be reachable by key
    <aside className={panel} aria-label={t('surveys.summary')} tabIndex={0}>
      <header className={panelHead}>
        <h2 className={panelHeading}>{t('surveys.summary')}</h2>
        {data && data.total > 0 && (
          <span className={quiet}>
            {t('surveys.all', { count: data.total, total: formatNumber(locale, data.total) })}
          </span>
        )}
      </header>
      {data ? (
        survey.config.fields.length === 0 ? (
          <p className={muted}>{t('surveys.noQuestions')}</p>
        ) : (
          data.questions.map((question, at) => {
            const field = survey.config.fields[at]
            return field && <Question key={question.name} field={field} of={question} total={data.total} />
          })
        )
      ) : error ? (
        <div className={trouble}>
          <p>{sentenceOf(error, t, 'surveys')}</p>
          <Button size="small" icon="refreshCw" busy={isFetching} onClick={() => void refetch()}>
            {t('web.again')}
          </Button>
        </div>
      ) : (
        <Waiting />
      )}
    </aside>
  )
}

type Counted = { label: string; count: number; value?: unknown }

function Question({ field, of, total }: { field: FormField; of: QuestionSummary; total: number }) {
  const t = useT()
  const { locale } = usePreferences()
  const title = field.title?.trim() || field.name
  const number = (value: number) => numberText(Math.round(value * 100) / 100, locale)
  const ticks = { yes: t('record.yes'), no: t('record.no') }
  const bars: Counted[] = of.choices
    ? [
        ...of.choices.map(({ value, count }) => ({
          label: answerText(field, Array.isArray(value) ? value : firstLevel(field, value), ticks),
          count,
          value,
        })),
        ...(of.other ? [{ label: t('surveys.other'), count: of.other }] : []),
      ]
    : (of.bands ?? []).map(({ from, to, count }) => ({
        label: from === to ? number(from) : t('surveys.band', { from: number(from), to: number(to) }),
        count,
      }))
  const highest = field.options?.['max']
  const note = (): string => {
    if (field.type === 'rating' && of.mean !== undefined)
      return t('surveys.mean', { value: number(of.mean), most: typeof highest === 'number' ? highest : 5 })
    if (of.median !== undefined) return t('surveys.median', { value: number(of.median) })
    if (field.type === 'checkboxes') return t('surveys.several')
    if (field.type === 'attachment') return t('surveys.files', { count: of.answered })
    if (!of.choices && !isNumeric(field)) return t('surveys.texts', { count: of.answered })
    return t('surveys.answers', { count: of.answered })
  }
  return (
    <section className={section} aria-label={title}>
      <header className={panelHead}>
        <h3 className={heading} dir="auto">
          {title}
        </h3>
        {of.answered > 0 && <span className={quiet}>{note()}</span>}
      </header>
      {of.answered === 0 ? (
        <p className={muted}>{t('surveys.noAnswers')}</p>
      ) : bars.length > 0 ? (
        // A box without a tick answers nothing, so that its share is that of all results.
        <Bars field={field} bars={bars} answered={field.type === 'checkbox' ? total : of.answered} />
      ) : (
        of.latest !== undefined && (
          <p className={latest} dir="auto">
            {of.latest}
          </p>
        )
      )}
    </section>
  )
}

/** Returns a value of the first level as an answer in levels. */
const firstLevel = (field: FormField, value: unknown): unknown =>
  field.type.startsWith('multilayer') ? [value] : value

/** Counts as bars, in a table that readers hear. Several answers of one person may pass 100 %. */
function Bars({ field, bars, answered }: { field: FormField; bars: readonly Counted[]; answered: number }): ReactNode {
  const t = useT()
  const { locale } = usePreferences()
  const most = Math.max(...bars.map(({ count }) => count), 1)
  return (
    <table className={table}>
      <colgroup>
        <col />
        <col />
        <col />
        <col />
      </colgroup>
      <thead className={srOnly}>
        <tr>
          <th scope="col">{t('surveys.answer')}</th>
          <td aria-hidden="true" />
          <th scope="col">{t('surveys.count')}</th>
          <th scope="col">{t('surveys.share')}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ label, count, value }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two choices may have one text
          <tr key={at}>
            <th scope="row" dir="auto">
              {label} {field.type === 'rating' && <Rating field={field} answer={value} silent />}
            </th>
            <td aria-hidden="true">
              <Bar share={count / most} />
            </td>
            <td>{formatNumber(locale, count)}</td>
            <td className={share}>{Math.round((count / answered) * 100)} %</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const muted = css({ color: 'fg.muted', textStyle: 'small' })
const quiet = css({ color: 'fg.muted', textStyle: 'small', whiteSpace: 'nowrap' })
const trouble = css({ display: 'grid', justifyItems: 'start', gap: '2', color: 'danger.fg' })
const section = css({
  display: 'grid',
  gap: '2',
  minWidth: '0',
  paddingTop: '3',
  borderTop: '1px solid token(colors.border.subtle)',
})
const heading = css({ fontWeight: 'medium', overflowWrap: 'anywhere', minWidth: '0' })
const latest = css({ color: 'fg.muted', overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' })
const table = css({
  width: 'full',
  borderCollapse: 'collapse',
  tableLayout: 'fixed',
  '& col': { width: '[15%]', _first: { width: '[36%]' }, '&:nth-child(2)': { width: '[34%]' } },
  '& th': { fontWeight: 'regular', textAlign: 'start', overflowWrap: 'anywhere', paddingBlock: '1' },
  '& td': { textAlign: 'end', fontVariantNumeric: 'tabular-nums', paddingInlineStart: '2' },
})
const share = css({ color: 'fg.muted', whiteSpace: 'nowrap' })
