import { useCallback } from 'react'
import { css } from 'styled-system/css'
import type { Survey } from '@tocsin/core/resources/surveys/types'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { ShownForm } from '../../builder/shown-form'
import type { Command } from '../../commands/command'
import { CommandButton } from '../../commands/command-button'
import { useAccount } from '../../data/account'
import { useList } from '../../data/hooks'
import { resourceOf } from '../../data/resources'
import type { Row } from '../../data/row'
import { listHref } from '../../navigation/hrefs'
import { RecordPage, type RecordTab } from '../../pages/record-page'
import type { RecordProps } from '../../pages/screen'
import { WithRecord } from '../../pages/with-record'
import { usePreferences } from '../../preferences'
import { choiceOf } from '../../record/field-at'
import { RecordFacts } from '../../record/record-facts'
import { RecordHistory } from '../../record/record-history'
import { newestOf } from '../../table/held/use-held'
import { Card } from '../../ui/card'
import { Chip } from '../../ui/chip'
import { State } from '../../ui/state'
import { useT } from '../../words'
import { Results } from './results'
import './words'

/** A survey: its summary and its results (SURV-02, SURV-03). */
export default function SurveyShow({ resource, id }: RecordProps) {
  return (
    <WithRecord resource={resource} id={id}>
      {(row) => <SurveyPage resource={resource} row={row} />}
    </WithRecord>
  )
}

function SurveyPage({ resource, row }: { resource: Resource; row: Row }) {
  const t = useT()
  const { locale } = usePreferences()
  const account = useAccount()
  const survey = row as unknown as Survey
  const { data } = useList(resourceOf('survey-results'), newestOf({ SurveyId: survey.id }))
  // With one channel there is nothing to choose.
  const adapt = useCallback(
    (command: Command): Command =>
      command.id === 'surveys.link' && survey.Channels.length === 1 ? { ...command, asks: [] } : command,
    [survey],
  )
  const why = t(
    survey.locked
      ? 'surveys.lockedWhy'
      : mayDo(account, resource, 'update', row)
        ? 'builder.shown'
        : 'builder.mayOnlyRead',
  )
  const tabs: RecordTab[] = [
    {
      name: 'summary',
      label: t('screens.summary'),
      content: () => (
        <div className={page}>
          <RecordFacts
            of={resource}
            row={row}
            names={['name', 'active', 'Channels', 'locked', 'ClientId', 'createdAt', 'updatedAt']}
          />
          <Questions resource={resource} survey={survey} />
          <RecordHistory of={resource} row={row} />
        </div>
      ),
    },
    {
      name: 'results',
      label: t('surveys.results'),
      ...(data ? { count: formatNumber(locale, data.total) } : {}),
      scrollsItself: true,
      content: () => <Results survey={survey} />,
    },
    {
      name: 'questions',
      label: t('surveys.questions'),
      scrollsItself: true,
      content: () =>
        survey.config.fields.length === 0 ? (
          <State icon="list" title={t('surveys.noQuestions')} />
        ) : (
          <ShownForm resource={resource} row={row} path="config.fields" why={why} />
        ),
    },
  ]
  return (
    <RecordPage
      resource={resource}
      row={row}
      crumbs={[{ label: t('resources.surveys.names'), href: listHref('surveys') }]}
      adapt={adapt}
      badge={
        <>
          <Chip tone={survey.active ? 'good' : 'plain'} dot={survey.active}>
            {t(survey.active ? 'surveys.active' : 'surveys.inactive')}
          </Chip>
          {survey.locked && <Chip tone="outlined">{t('surveys.locked')}</Chip>}
          {survey.deletedAt !== null && <Chip tone="trouble">{t('deletion.deleted')}</Chip>}
        </>
      }
      actions={(commandOf) => <CommandButton command={commandOf('link')}>{t('surveys.link')}</CommandButton>}
      tabs={tabs}
    />
  )
}

/** The questions in their order, page by page. */
function Questions({ resource, survey }: { resource: Resource; survey: Survey }) {
  const t = useT()
  const { fields } = survey.config
  return (
    <Card
      title={t('surveys.questions')}
      aside={survey.locked && <span className={quiet}>{t('surveys.lockedWhy')}</span>}
    >
      {fields.length === 0 ? (
        <p className={none}>{t('surveys.noQuestions')}</p>
      ) : (
        <ol className={list}>
          {fields.map((field) => (
            <li key={field.name} data-page={field.pageBreak || undefined} dir="auto">
              {t('surveys.fieldsAre', {
                title: field.title?.trim() || field.name,
                type: choiceOf(resource, 'config.fields.type', field.type, t),
              })}
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

const page = css({ display: 'grid', gap: '6', maxWidth: 'page', minWidth: '0' })
const quiet = css({ color: 'fg.muted', textStyle: 'small' })
const none = css({ padding: '4', color: 'fg.muted' })
const list = css({
  listStyle: 'decimal',
  paddingInline: '8',
  paddingBlock: '3',
  display: 'grid',
  gap: '1.5',
  overflowWrap: 'anywhere',
  '& li[data-page]': { marginTop: '3' },
})
