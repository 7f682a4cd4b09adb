import { useId, useState } from 'react'
import { css } from 'styled-system/css'
import { isNumeric } from '@tocsin/core/vocabulary/kinds'
import { offeredToo } from '@tocsin/core/vocabulary/offered'
import type { Field, Fields, Resource } from '@tocsin/core/vocabulary/resource'
import { useAccount } from '../data/account'
import { findResource } from '../data/resources'
import { ChoiceBox, type Unmatched } from '../form/choice-box'
import '../form/words'
import { useRecordName } from '../record/record-name'
import { input } from '../ui/input-look'
import { Icon } from '../ui/icon'
import { Toggle } from '../ui/toggle'
import { useT } from '../words'
import type { FilterValue } from './address'
import { filterLabel } from './filter-label'
import type { FilterChoices } from './table-props'
import { cx } from '../ui/cx'

type Props = {
  resource: Resource
  fields: Fields
  /** The choices of a filter that can occur here, by the filter's name; else all that are declared. */
  choices?: FilterChoices | undefined
  values: Readonly<Record<string, FilterValue>>
  /** The client of a list of one client: the filters offer the records of this client alone. */
  within: number | undefined
  /** The texts typed into filters that match no record, by the filter's name. */
  unmatched: Readonly<Record<string, Unmatched>>
  onChange: (name: string, value: FilterValue | null) => void
  onUnmatched: (name: string, typed: Unmatched | null) => void
}

/** The filters of a list besides its text, each with the control of its kind. */
export function FilterPanel({ resource, fields, choices, values, within, unmatched, onChange, onUnmatched }: Props) {
  const t = useT()
  return (
    <fieldset aria-label={t('table.filters')} className={panel} ref={leadIn}>
      {Object.entries(fields).map(([name, field]) => (
        <FilterControl
          key={name}
          name={name}
          field={field}
          label={filterLabel(resource, name)(t)}
          value={values[name]}
          within={name === resource.tenant ? undefined : within}
          unmatched={unmatched[name]}
          onChange={(value) => onChange(name, value)}
          onUnmatched={(typed) => onUnmatched(name, typed)}
          choices={
            choices?.[name] ??
            Object.fromEntries(
              (field.choices ?? []).map((one) => [one, t(`resources.${resource.name}.choices.${name}.${one}`)]),
            )
          }
        />
      ))}
    </fieldset>
  )
}

/** Leads from the button that opens the filters to the first of them. */
function leadIn(filters: HTMLElement | null): void {
  if (filters?.parentElement?.id === document.activeElement?.getAttribute('aria-controls'))
    filters?.querySelector<HTMLElement>('input, select, button')?.focus()
}

type ControlProps = {
  name: string
  field: Field
  label: string
  value: FilterValue | undefined
  within: number | undefined
  unmatched: Unmatched | undefined
  onChange: (value: FilterValue | null) => void
  onUnmatched: (typed: Unmatched | null) => void
  choices: Readonly<Record<string, string>>
}

function FilterControl({ field, label, value, within, unmatched, onChange, onUnmatched, choices }: ControlProps) {
  const t = useT()
  const id = useId()
  if (field.type === 'boolean')
    return (
      <label className={line}>
        <Toggle on={value === true} label={label} onChange={(on) => onChange(on || null)} />
        {label}
      </label>
    )
  if (field.type === 'ref')
    return <ReferenceFilter field={field} {...{ label, value, within, unmatched, onChange, onUnmatched }} />
  return (
    <label className={stack} htmlFor={id}>
      <span>{label}</span>
      {field.type === 'choice' ? (
        <select
          id={id}
          className={input()}
          value={String(value ?? '')}
          onChange={({ target }) => onChange(target.value || null)}
        >
          <option value="">{t('table.any')}</option>
          {Object.entries(choices).map(([choice, name]) => (
            <option key={choice} value={choice}>
              {name}
            </option>
          ))}
        </select>
      ) : (
        <TypedFilter
          key={String(value)}
          id={id}
          numeric={isNumeric(field.type)}
          isDay={field.type === 'date' && (value === undefined || DAY.test(String(value)))}
          value={value}
          onChange={onChange}
        />
      )}
    </label>
  )
}

const DAY = /^\d{4}-\d\d-\d\d$/

type TypedProps = {
  id: string
  numeric: boolean
  /** True for a day, which the browser's own control asks for. A time of an address stays a text. */
  isDay: boolean
  value: FilterValue | undefined
  onChange: (value: FilterValue | null) => void
}

/** A filter that is typed. It is applied by Enter or on blur, since an exact filter finds nothing by half a word. */
function TypedFilter({ id, numeric, isDay, value, onChange }: TypedProps) {
  const shown = String(value ?? '')
  const [text, setText] = useState(shown)
  const apply = () => {
    const plain = text.trim()
    if (plain === shown) return
    if (!numeric || plain === '') onChange(plain || null)
    else if (Number.isFinite(Number(plain))) onChange(Number(plain))
    else setText(shown)
  }
  return (
    <input
      id={id}
      className={input()}
      type={isDay ? 'date' : 'text'}
      max={isDay ? '9999-12-31' : undefined}
      inputMode={numeric ? 'numeric' : 'text'}
      value={text}
      maxLength={255}
      dir="auto"
      onChange={({ target }) => setText(target.value)}
      onBlur={apply}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === 'Enter' && !nativeEvent.isComposing) apply()
      }}
    />
  )
}

type ReferenceProps = {
  field: Field
  label: string
  value: FilterValue | undefined
  within: number | undefined
  /** The typed text that matches no record; it is not applied. */
  unmatched: Unmatched | undefined
  onChange: (value: FilterValue | null) => void
  onUnmatched: (typed: Unmatched | null) => void
}

/** Filters by the record that rows point to, chosen by its name (AUTOC-01, AUTOC-02). */
function ReferenceFilter({ field, label, value, within, unmatched, onChange, onUnmatched }: ReferenceProps) {
  const t = useT()
  const id = useId()
  const account = useAccount()
  const resourceName = field.of ?? ''
  const resource = findResource(resourceName)
  const chosen = typeof value === 'number' ? value : null
  const { name } = useRecordName(resourceName, chosen)
  // Some resources have words for all of their records, which then are a choice of their own (APP-04).
  const allKey = `resources.${resourceName}.all`
  const all = t(allKey) === allKey ? undefined : t(allKey)
  if (!resource) return null
  const change = (next: number | null) => {
    onUnmatched(null)
    onChange(next)
  }
  return (
    <div className={cx(stack, wide)}>
      <label htmlFor={id}>{label}</label>
      <ChoiceBox
        of={resource}
        where={{
          ...(resource.tenant !== undefined && within !== undefined ? { [resource.tenant]: within } : {}),
          ...offeredToo(field, resource, account),
        }}
        label={label}
        placeholder={all ?? t('table.any')}
        all={all}
        control={{
          id,
          ...(unmatched === undefined ? {} : { 'aria-invalid': true as const, 'aria-describedby': `${id}-problem` }),
        }}
        shown={unmatched?.q ?? name}
        chosen={chosen === null ? [] : [chosen]}
        onChoose={(row) => change(row.id)}
        onClear={() => change(null)}
        onUnmatched={(typed) => {
          const number = /^#(\d{1,9})$/.exec(typed.q.trim())?.[1]
          if (number === undefined) onUnmatched(typed)
          else change(Number(number))
        }}
      />
      {unmatched !== undefined && (
        <p className={trouble} id={`${id}-problem`}>
          <Icon name="circleAlert" />
          <span>{t(`table.unmatched.${unmatched.why}`, { q: unmatched.q })}</span>
        </p>
      )}
    </div>
  )
}

const panel = css({
  border: 'none',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  gap: '4',
  paddingInline: { base: '6', _narrow: '4' },
  paddingBottom: '3',
})
const stack = css({
  display: 'grid',
  gap: '1',
  minWidth: '0',
  fontSize: 'xs',
  lineHeight: 'xs',
  color: 'fg.muted',
  _narrow: { flex: '[1 1 100%]' },
})
const line = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2',
  minHeight: { base: 'control', _narrow: 'touch' },
  color: 'fg.muted',
})
const trouble = css({
  display: 'flex',
  alignItems: 'flex-start',
  gap: '1',
  color: 'danger.fg',
  '& svg': { width: 'iconSm', height: 'iconSm', flexShrink: '0' },
})
const wide = css({ width: { base: '[220px]', _narrow: 'full' } })
