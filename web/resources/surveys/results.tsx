import { useCallback, useMemo } from 'react'
import { css } from 'styled-system/css'
import type { SurveyResult } from '@tocsin/core/resources/survey-results/types'
import type { Survey } from '@tocsin/core/resources/surveys/types'
import { resourceOf } from '../../data/resources'
import type { Row } from '../../data/row'
import { ResourceTable } from '../../table/resource-table'
import { usePanels } from '../../table/use-panels'
import { useT } from '../../words'
import { withQuestions } from './questions'
import { ResultPanel } from './result-panel'
import { Summary } from './summary'
import './words'

/** The results of a survey, newest first, with the summary of all beside them; a row opens its contact (SURV-03). */
export function Results({ survey }: { survey: Survey }) {
  const t = useT()
  const { of, columns } = useMemo(() => withQuestions(resourceOf('survey-results'), survey, t), [survey, t])
  const label = useCallback(
    (row: Row) => {
      const { MobileProfile: person } = row as unknown as SurveyResult
      return t('surveys.answersOf', { who: person?.name ?? t('resources.survey-results.byLink') })
    },
    [t],
  )
  const { id, opened, panels, close } = usePanels(label)
  return (
    <div className={pair}>
      <ResourceTable
        of={of}
        where={{ SurveyId: survey.id }}
        owner={`surveys ${survey.id} results`}
        columns={columns}
        filters={NO_FILTERS}
        panels={panels}
        exportable
      />
      {opened ? (
        <ResultPanel
          id={id}
          survey={survey}
          result={opened as unknown as SurveyResult}
          label={label(opened)}
          onClose={close}
        />
      ) : (
        <Summary survey={survey} />
      )}
    </div>
  )
}

/** Survey and client are those of the page. */
const NO_FILTERS: readonly string[] = []

const pair = css({
  display: 'flex',
  flexDirection: { base: 'row', _tablet: 'column' },
  flex: '1',
  minHeight: '0',
  minWidth: '0',
})
