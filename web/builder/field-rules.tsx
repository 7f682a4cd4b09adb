import { useMemo } from 'react'
import { namesOf } from '@tocsin/core/form/query-edit'
import { formSubjects } from '@tocsin/core/form/query-subjects'
import type { Query } from '@tocsin/core/form/query'
import { visibilityQuery } from '@tocsin/core/form/schema-rules'
import type { FormField } from '@tocsin/core/form/types'
import { FormView } from '../forms/form-view'
import { RulesDialog } from '../rules/rules-dialog'
import { useT } from '../words'
import type { Live } from './live-form'
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
  const { blocked, read: fields } = builder.facts
  const earlier = useMemo(() => fields.slice(0, builder.at), [fields, builder.at])
  const subjects = useMemo(() => formSubjects(earlier), [earlier])
  const rule = ruleOf(field)
  if (rule === undefined) return null
  return (
    <RulesDialog
      title={t('builder.rulesOf', { name: nameOf(field, t) })}
      query={rule}
      subjects={subjects}
      answers={live.state.answers}
      answersView={(edited) => {
        const read = new Set(namesOf(edited))
        return (
          <FormView
            form={live.form}
            idPrefix="rules-"
            answers={live.state.answers}
            fields={earlier.filter(({ name }) => read.has(name))}
            problems={NONE}
            onAnswer={live.answer}
          />
        )
      }}
      readOnly={blocked !== null}
      onApply={(visibleIfQuery) => builder.setOptions({ visibleIfQuery }, 'rules')}
      onClose={onClose}
    />
  )
}

const NONE: ReadonlyMap<string, string> = new Map()
