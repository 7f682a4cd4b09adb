import { useCallback, useMemo, useState } from 'react'
import { css } from 'styled-system/css'
import type { SurveyResult } from '@tocsin/core/resources/survey-results/types'
import type { Survey } from '@tocsin/core/resources/surveys/types'
import { Segments } from '../../builder/segments'
import { resourceOf } from '../../data/resources'
import type { Row } from '../../data/row'
import { usePreferences } from '../../preferences'
import { useHeld } from '../../table/held/use-held'
import { ResourceTable } from '../../table/resource-table'
import { useNarrow } from '../../table/use-narrow'
import { usePanels } from '../../table/use-panels'
import { mediaHook } from '../../ui/use-media'
import { Waiting } from '../../ui/waiting'
import { useT } from '../../words'
import { withQuestions } from './questions'
import { ResultPanel } from './result-panel'
import { Summary } from './summary'
import './words'

/** Returns whether list and summary do not fit side by side. */
const useStacked = mediaHook('(max-width: 1199px)')

/**
 * The results of a survey, newest first; a row opens its contact (SURV-03). The summary of all stands beside them, on a
 * screen without that room instead of them. Results that come meanwhile wait for their reader.
 */
export function Results({ survey }: { survey: Survey }) {
  const t = useT()
  const { locale } = usePreferences()
  const [isStacked, isNarrow] = [useStacked(), useNarrow()]
  const [shown, setShown] = useState<'table' | 'summary'>('table')
  const results = resourceOf('survey-results')
  const { of, columns, paints } = useMemo(
    () => withQuestions(results, survey, t, locale, isNarrow ? 'narrow' : 'wide'),
    [results, survey, t, locale, isNarrow],
  )
  const label = useCallback(
    (row: Row) => {
      const { MobileProfile: person } = row as unknown as SurveyResult
      return t('surveys.answersOf', { who: person?.name ?? t('resources.survey-results.byLink') })
    },
    [t],
  )
  const { id, opened, panels, close } = usePanels(label)
  const { upTo, held, failed } = useHeld(results, { SurveyId: survey.id })
  if (upTo === undefined && !failed) return <Waiting />
  return (
    <div className={frame} data-stacked={isStacked || undefined}>
      {isStacked && (
        <div className={choice}>
          <Segments
            label={t('surveys.shown')}
            options={[
              ['table', t('surveys.table')],
              ['summary', t('surveys.summaryTab')],
            ]}
            value={shown}
            onChange={setShown}
          />
        </div>
      )}
      {(!isStacked || shown === 'table') && (
        <ResourceTable
          of={of}
          where={{ SurveyId: survey.id, upTo }}
          owner={`surveys ${survey.id} results`}
          columns={columns}
          paints={paints}
          filters={NO_FILTERS}
          panels={panels}
          held={held}
          exportable
        />
      )}
      {opened && (!isStacked || shown === 'table') ? (
        <ResultPanel
          key={opened.id}
          id={id}
          survey={survey}
          result={opened as unknown as SurveyResult}
          label={label(opened)}
          onClose={close}
        />
      ) : (
        (!isStacked || shown === 'summary') && <Summary survey={survey} />
      )}
    </div>
  )
}

/** Survey and client are those of the page. */
const NO_FILTERS: readonly string[] = []

const frame = css({
  display: 'flex',
  flex: '1',
  minHeight: '0',
  minWidth: '0',
  // On a short screen list and panel scroll.
  '&[data-stacked]': { flexDirection: 'column', overflowY: 'auto', '& > section': { minHeight: '[200px]' } },
})
const choice = css({ paddingInline: { base: '6', _narrow: '4' }, paddingBottom: '2' })
