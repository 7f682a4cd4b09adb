import { useEffect, useId, useState } from 'react'
import { css, cx } from 'styled-system/css'
import { ApiError } from '@tocsin/core/errors'
import type { Field, Fields, Resource } from '@tocsin/core/resource'
import { forgetFailure, toastFailure } from '../acts/toast'
import { client } from '../data/api'
import { findResource } from '../data/nouns'
import { input } from '../ui/field'
import { Toggle } from '../ui/toggle'
import { useT } from '../words'
import type { FilterValue } from './address'
import type { FilterChoices } from './table-props'

type Props = {
  resource: Resource
  fields: Fields
  /** Of a filter those that can be met here, by name; else all that are declared. */
  choices?: FilterChoices | undefined
  values: Readonly<Record<string, FilterValue>>
  onChange: (name: string, value: FilterValue | null) => void
}

/** What a list can be narrowed by beyond its text, one control each by its kind. */
export function FilterPanel({ resource, fields, choices, values, onChange }: Props) {
  const t = useT()
  return (
    <fieldset aria-label={t('table.filters')} className={panel}>
      {Object.entries(fields).map(([name, field]) => (
        <FilterControl
          key={name}
          name={name}
          field={field}
          label={filterLabel(resource, name)(t)}
          value={values[name]}
          onChange={(value) => onChange(name, value)}
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

/** The words of a filter, or of the field of that name. */
export const filterLabel = (resource: Resource, name: string) => (t: (key: string) => string) => {
  if (name === 'showInactive' || name === 'showDeleted') return t(`table.${name}`)
  const own = `resources.${resource.name}.filters.${name}`
  return t(own) === own ? t(`resources.${resource.name}.fields.${name}`) : t(own)
}

type ControlProps = {
  name: string
  field: Field
  label: string
  value: FilterValue | undefined
  onChange: (value: FilterValue | null) => void
  choices: Readonly<Record<string, string>>
}

function FilterControl({ field, label, value, onChange, choices }: ControlProps) {
  const t = useT()
  const id = useId()
  if (field.type === 'boolean')
    return (
      <span className={line}>
        <Toggle on={value === true} label={label} onChange={(on) => onChange(on || null)} />
        <span aria-hidden="true">{label}</span>
      </span>
    )
  if (field.type === 'ref')
    return <ReferenceFilter key={String(value)} noun={field.of ?? ''} label={label} value={value} onChange={onChange} />
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
        <TypedFilter key={String(value)} id={id} numeric={field.type === 'number'} value={value} onChange={onChange} />
      )}
    </label>
  )
}

type TypedProps = {
  id: string
  numeric: boolean
  value: FilterValue | undefined
  onChange: (value: FilterValue | null) => void
}

/** Applied by Enter or by leaving it: half a word of an exact filter finds nothing. */
function TypedFilter({ id, numeric, value, onChange }: TypedProps) {
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

/** AUTOC-01, AUTOC-02: the first 15 that match, oldest first, 400 ms after the last key. */
const OFFERED = { limit: 15, offset: 0, order: 'createdAt ASC' }
const PAUSE = 400

type ReferenceProps = {
  noun: string
  label: string
  value: FilterValue | undefined
  onChange: (value: FilterValue | null) => void
}
type Offer = { id: number; name: string }

/** A record that rows must point to, chosen by its name. */
function ReferenceFilter({ noun, label, value, onChange }: ReferenceProps) {
  const t = useT()
  const id = useId()
  const resource = findResource(noun)
  const [text, setText] = useState(typeof value === 'number' ? `#${value}` : '')
  const [offers, setOffers] = useState<readonly Offer[]>([])
  const [asked, setAsked] = useState<string | null>(null)

  useEffect(() => {
    if (asked === null || !resource) return
    const stop = new AbortController()
    const of = `${noun} choices`
    const ask = async () => {
      try {
        const { rows } = await client.list(resource, { ...OFFERED, ...(asked ? { q: asked } : {}) }, stop.signal)
        forgetFailure(of)
        setOffers(
          rows.map((row: { id: number }) => ({ id: row.id, name: String(row[resource.title as 'id'] ?? row.id) })),
        )
      } catch (error) {
        if (!stop.signal.aborted) toastFailure(error, (say) => say('notices.couldNotLoadData'), { of })
      }
    }
    const timer = setTimeout(() => void ask(), PAUSE)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [asked, noun, resource])

  // What the address names is shown by its name.
  useEffect(() => {
    if (typeof value !== 'number' || !resource) return
    let left = false
    client
      .get(resource, value)
      .then((row: Record<string, unknown>) => {
        if (!left) setText(String(row[resource.title] ?? `#${value}`))
      })
      .catch((error: unknown) => {
        // A name is only nicer than the id that stands there already.
        if (!(error instanceof ApiError)) throw error
      })
    return () => {
      left = true
    }
  }, [value, resource])

  const choose = (typed: string) => {
    const found = offers.find(({ name }) => name === typed)
    if (found) onChange(found.id)
    else if (typed.trim() === '') onChange(null)
    else if (/^#?\d+$/.test(typed.trim())) onChange(Number(typed.trim().replace('#', '')) || null)
  }
  if (!resource) return null
  return (
    <label className={stack} htmlFor={id}>
      <span>{label}</span>
      <input
        id={id}
        className={cx(input(), wide)}
        list={`${id}-offers`}
        placeholder={t('table.any')}
        value={text}
        dir="auto"
        autoComplete="off"
        onFocus={() => setAsked((before) => before ?? '')}
        onChange={({ target }) => {
          setText(target.value)
          setAsked(target.value.trim())
          if (target.value === '' || offers.some(({ name }) => name === target.value)) choose(target.value)
        }}
        onBlur={() => choose(text)}
        onKeyDown={({ key, nativeEvent }) => {
          if (key === 'Enter' && !nativeEvent.isComposing) choose(text)
        }}
      />
      <datalist id={`${id}-offers`}>
        {offers.map((offer) => (
          <option key={offer.id} value={offer.name}>
            {offer.name}
          </option>
        ))}
      </datalist>
    </label>
  )
}

const panel = css({
  border: 'none',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-end',
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
const wide = css({ width: { base: '[200px]', _narrow: 'full' } })
