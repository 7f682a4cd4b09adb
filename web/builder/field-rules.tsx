import { useMemo, useState } from 'react'
import { css } from 'styled-system/css'
import { completeOf, namesOf } from '@tocsin/core/form/query-edit'
import { pagesOf, shownFields } from '@tocsin/core/form/pages'
import { formSubjects, type RuleSubject } from '@tocsin/core/form/query-subjects'
import type { Query } from '@tocsin/core/form/query'
import { visibilityQuery } from '@tocsin/core/form/schema-rules'
import type { FormField } from '@tocsin/core/form/types'
import { answerUnder } from '../forms/answers'
import { FormView } from '../forms/form-view'
import { RulesDialog } from '../rules/rules-dialog'
import { useT } from '../words'
import type { Fields } from './fields'
import type { Live } from './live-form'
import { Segments } from './segments'
import type { Builder } from './use-builder'
import { nameOf } from './use-facts'

const reasonOf = visibilityQuery()

/** Returns the rules of a field; null if it has none, undefined if they are something else, written as JSON. */
export function ruleOf({ options }: FormField): Query | null | undefined {
  const query = options?.['visibleIfQuery'] ?? null
  return reasonOf(query, {}) === null ? (query as Query | null) : undefined
}

type Props = { builder: Builder; field: FormField; live: Live; onClose: () => void }

/** The rules of a field, which look at earlier fields. The answers beside them are those of the live form. */
export function FieldRules({ builder, field, live, onClose }: Props) {
  const t = useT()
  const { blocked, read } = builder.facts
  const { at } = builder
  const { answers } = live.state
  const earlier = useMemo(() => read.slice(0, at), [read, at])
  const subjects = useMemo(() => formSubjects(earlier), [earlier])
  const later = useMemo(() => formSubjects(read.slice(at)), [read, at])
  // The answer of a hidden field counts as none.
  const counted = useMemo(() => {
    const shown = shownFields(earlier, answers).map(({ name }) => [name, answerUnder(answers, name)] as const)
    return Object.fromEntries(shown)
  }, [earlier, answers])
  const rule = ruleOf(field)
  if (rule === undefined) return null
  return (
    <RulesDialog
      title={t('builder.rulesOf', { name: nameOf(field, t) })}
      query={rule}
      subjects={subjects}
      later={later}
      answers={counted}
      answersView={(edited) => <Beside query={edited} subjects={subjects} read={read} at={at} live={live} />}
      readOnly={blocked !== null}
      onApply={(visibleIfQuery) => builder.setOptions({ visibleIfQuery }, 'rules')}
      onClose={onClose}
    />
  )
}

const NONE: ReadonlyMap<string, string> = new Map()
const VIEWS = ['read', 'page'] as const

type BesideProps = { query: Query; subjects: readonly RuleSubject[]; read: Fields; at: number; live: Live }

/** The questions that the rule reads, or the page with the field as it is shown by the rule. */
function Beside({ query, subjects, read, at, live }: BesideProps) {
  const t = useT()
  const [view, setView] = useState<(typeof VIEWS)[number]>('read')
  const { answers } = live.state
  const names = new Set(namesOf(query))
  const field = read[at]
  const ruled = read.with(at, {
    ...field!,
    options: { ...field!.options, visibleIfQuery: completeOf(query, subjects) },
  })
  const page = pagesOf(ruled).find((some) => some.includes(ruled[at]!)) ?? []
  const shown = new Set(shownFields(ruled, answers))
  const fields =
    view === 'read' ? read.slice(0, at).filter(({ name }) => names.has(name)) : page.filter((one) => shown.has(one))
  return (
    <div className={stacked}>
      <Segments
        label={t('builder.beside.label')}
        options={VIEWS.map((one) => [one, t(`builder.beside.${one}`)] as const)}
        value={view}
        onChange={setView}
      />
      {fields.length === 0 ? (
        <p className={quiet}>{t(`builder.beside.none.${view}`)}</p>
      ) : (
        <div data-answers="">
          <FormView
            form={live.form}
            idPrefix="rules-"
            answers={answers}
            fields={fields}
            problems={NONE}
            onAnswer={live.answer}
            {...(view === 'page' ? { marked: field!.name } : {})}
          />
        </div>
      )}
    </div>
  )
}

const stacked = css({ display: 'grid', gap: '3', justifyItems: 'start', '& > fieldset + *': { width: 'full' } })
const quiet = css({ textStyle: 'small', color: 'fg.muted' })
