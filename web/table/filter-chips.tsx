import { useRef } from 'react'
import { css } from 'styled-system/css'
import type { Field, Fields, Resource } from '@tocsin/core/vocabulary/resource'
import { usePreferences } from '../preferences'
import { dateText } from '../record/display'
import { useRecordName } from '../record/record-name'
import { Icon } from '../ui/icon'
import { useT } from '../words'
import type { FilterValue } from './address'
import { filterLabel } from './filter-label'
import type { FilterChoices } from './table-props'

type Props = {
  resource: Resource
  fields: Fields
  choices: FilterChoices | undefined
  values: Readonly<Record<string, FilterValue>>
  onRemove: (name: string) => void
  /** The number of individually chosen records; null if the list is not limited to any. */
  only: number | null
  onLeaveOnly: () => void
  /** Moves the focus on when the last chip is removed. */
  onEmptied: () => void
}

/** Shows one chip for each filter besides the search text. A press, Delete or Backspace removes the filter. */
export function FilterChips({ resource, fields, choices, values, onRemove, only, onLeaveOnly, onEmptied }: Props) {
  const t = useT()
  const list = useRef<HTMLUListElement>(null)
  const used = Object.entries(fields).filter(([name]) => values[name] !== undefined)
  if (used.length === 0 && only === null) return null
  const removed = (at: number, remove: () => void) => () => {
    const chips = [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])]
    const next = chips[at + 1] ?? chips[at - 1]
    if (next) next.focus()
    else onEmptied()
    remove()
  }
  const first = only === null ? 0 : 1
  return (
    <ul className={chips} ref={list} aria-label={t('table.applied')}>
      {only !== null && (
        <Chip text={t('table.onlySelected', { count: only })} onRemove={removed(0, onLeaveOnly)} shortcut="Escape" />
      )}
      {used.map(([name, field], at) => (
        <FilterChip
          key={name}
          label={filterLabel(resource, name)(t)}
          field={field}
          value={values[name]!}
          choice={choices?.[name]?.[String(values[name])]}
          declared={`resources.${resource.name}.choices.${name}`}
          onRemove={removed(first + at, () => onRemove(name))}
        />
      ))}
    </ul>
  )
}

type FilterProps = {
  label: string
  field: Field
  value: FilterValue
  /** The list's own name of a choice, if it has one. */
  choice: string | undefined
  /** The message key under which the choices are named. */
  declared: string
  onRemove: () => void
}

function FilterChip({ label, field, value, choice, declared, onRemove }: FilterProps) {
  const t = useT()
  const { locale } = usePreferences()
  const { name } = useRecordName(field.of ?? '', field.type === 'ref' && typeof value === 'number' ? value : null)
  const text =
    field.type === 'ref'
      ? name
      : field.type === 'choice'
        ? (choice ?? t(`${declared}.${value}`))
        : field.type === 'date'
          ? dateText(String(value), locale)
          : String(value)
  return <Chip text={field.type === 'boolean' ? label : `${label}: ${text}`} onRemove={onRemove} />
}

type ChipProps = { text: string; onRemove: () => void; shortcut?: string }

function Chip({ text, onRemove, shortcut }: ChipProps) {
  const t = useT()
  return (
    <li>
      <button
        type="button"
        className={chip}
        aria-label={t('table.removeFilter', { filter: text })}
        aria-keyshortcuts={shortcut}
        onClick={onRemove}
        onKeyDown={(event) => {
          if (event.key !== 'Delete' && event.key !== 'Backspace') return
          event.preventDefault()
          // The key must not delete a row.
          event.stopPropagation()
          onRemove()
        }}
      >
        <span className={name_} dir="auto">
          {text}
        </span>
        <Icon name="x" />
      </button>
    </li>
  )
}

const chips = css({
  display: 'flex',
  flexWrap: 'wrap',
  flexShrink: '0',
  gap: '1.5',
  paddingInline: { base: '6', _narrow: '4' },
  paddingBottom: '3',
})
const chip = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1',
  maxWidth: 'full',
  minHeight: { base: 'controlSm', _narrow: 'touch' },
  paddingInline: '2',
  border: '1px solid token(colors.border.default)',
  borderRadius: 'xs',
  background: 'accent.subtle',
  color: 'accent.fg',
  textStyle: 'small',
  cursor: 'pointer',
  '& svg': { width: 'iconSm', height: 'iconSm', flexShrink: '0' },
})
const name_ = css({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' })
