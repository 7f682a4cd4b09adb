import { useCallback, useId, useMemo, useState } from 'react'
import { css } from 'styled-system/css'
import type { SurveyResult } from '@tocsin/core/resources/survey-results/types'
import type { Survey } from '@tocsin/core/resources/surveys/types'
import { resourceOf } from '../../data/resources'
import type { Row } from '../../data/row'
import * as tools from '../../table/panel-tools'
import type { Panels } from '../../table/panels'
import { ResourceTable } from '../../table/resource-table'
import { useT } from '../../words'
import { withQuestions } from './questions'
import { ResultPanel } from './result-panel'
import { Summary } from './summary'
import './words'

/** The results of a survey, newest first, with the summary of all beside them; a row opens its contact (SURV-03). */
export function Results({ survey }: { survey: Survey }) {
  const t = useT()
  const panel = useId()
  const [opened, setOpened] = useState<Row | null>(null)
  const { of, columns } = useMemo(() => withQuestions(resourceOf('survey-results'), survey, t), [survey, t])
  const label = useCallback(
    (row: Row) => {
      const { MobileProfile: person } = row as unknown as SurveyResult
      return t('surveys.answersOf', { who: person?.name ?? t('resources.survey-results.byLink') })
    },
    [t],
  )
  const panels = useMemo<Panels>(
    () => ({
      tools,
      id: panel,
      label,
      open: opened?.id ?? null,
      set: (row, open) => setOpened(open ? row : null),
    }),
    [panel, label, opened],
  )
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
          id={panel}
          survey={survey}
          result={opened as unknown as SurveyResult}
          label={label(opened)}
          onClose={() => setOpened(null)}
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
