import { useEffect, useRef } from 'react'
import { css } from 'styled-system/css'
import { headings } from '@tocsin/core/export/survey-results'
import { answerColumns, answerText } from '@tocsin/core/form/answer-text'
import type { SurveyResult } from '@tocsin/core/resources/survey-results/types'
import type { Survey } from '@tocsin/core/resources/surveys/types'
import { useKeys } from '../../keys/use-keys'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { useT } from '../../words'
import { panel, panelHead, panelHeading } from './panel-look'
import { Rating } from './rating'
import { filesIn, ResultFiles } from './result-files'
import './words'

type Props = { id: string; survey: Survey; result: SurveyResult; label: string; onClose: () => void }

/** The parts of a contact, in their order. */
const CONTACT = ['phone', 'email', 'job', 'integrationId'] as const
/** The parts that are typed elsewhere. */
const COPIED: ReadonlySet<string> = new Set(['phone', 'email', 'integrationId'])

/** A result: the contact of the person, and every answer (SURV-03). What was not answered is an en dash. */
export function ResultPanel({ id, survey, result, label, onClose }: Props) {
  const t = useT()
  useKeys('record', { escape: onClose })
  const frame = useRef<HTMLElement>(null)
  // On a short screen it lies below the rows.
  useEffect(() => {
    frame.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const { MobileProfile: person, Channel: channel, data } = result
  const ticks = { yes: t('record.yes'), no: t('record.no') }
  const columns = answerColumns(survey.config.fields, new Set(Object.keys(data)))
  const titles = headings(columns, t)
  const partOf = (name: string) => t(`resources.survey-results.parts.MobileProfile.${name}`)
  return (
    <aside ref={frame} id={id} className={panel} aria-label={label}>
      <header className={panelHead}>
        <h2 className={panelHeading} dir="auto">
          {label}
        </h2>
        <Button look="quiet" icon="x" iconOnly onClick={onClose}>
          {t('surveys.close')}
        </Button>
      </header>
      {person ? (
        <dl className={facts}>
          {CONTACT.map((name) => {
            const value = person[name]
            return (
              <div key={name}>
                <dt>{partOf(name)}</dt>
                <dd dir="auto">
                  {value ?? NONE}
                  {value && COPIED.has(name) && <CopyButton text={value} what={partOf(name)} t={t} />}
                </dd>
              </div>
            )
          })}
          <div>
            <dt>{t('resources.survey-results.fields.Channel')}</dt>
            <dd dir="auto">{channel?.name ?? NONE}</dd>
          </div>
        </dl>
      ) : (
        <p className={quiet}>{t('surveys.byLink')}</p>
      )}
      <dl className={answers}>
        {columns.map(({ key, field, part }, at) => (
          <div key={key}>
            <dt dir="auto">{titles[at]}</dt>
            <dd dir="auto">
              {field?.type === 'rating' && part === 'answer' && typeof data[key] === 'number' ? (
                <Rating field={field} answer={data[key]} />
              ) : filesIn(data[key]) ? (
                <ResultFiles result={result} name={key} title={titles[at]!} />
              ) : (
                answerText(part === 'answer' ? field : undefined, data[key], ticks) || NONE
              )}
            </dd>
          </div>
        ))}
      </dl>
    </aside>
  )
}

/** Stands for what there is not. */
const NONE = '–'

const facts = css({
  display: 'grid',
  gap: '2',
  '& > div': {
    display: 'grid',
    gridTemplateColumns: '[minmax(0, 2fr) minmax(0, 3fr)]',
    gap: '2',
    alignItems: 'center',
  },
  '& dt': { color: 'fg.muted' },
  '& dd': { display: 'flex', alignItems: 'center', gap: '1', overflowWrap: 'anywhere', minWidth: '0' },
})
const answers = css({
  display: 'grid',
  gap: '3',
  paddingTop: '3',
  borderTop: '1px solid token(colors.border.subtle)',
  '& dt': { color: 'fg.muted', textStyle: 'small', overflowWrap: 'anywhere' },
  '& dd': { overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' },
})
const quiet = css({ color: 'fg.muted' })
