import { lazy, Suspense, useState } from 'react'
import { css } from 'styled-system/css'
import { nameWithin } from '@tocsin/core/api/names'
import { idsIn } from '@tocsin/core/base/cells'
import type { ListQuery } from '@tocsin/core/api/client'
import { findResource } from '../data/resources'
import { useRecordName } from '../record/record-name'
import { Button } from '../ui/button'
import type { ControlProps } from '../ui/field'
import { Icon } from '../ui/icon'
import { useT } from '../words'
import { ChoiceBox } from './choice-box'
import type { Among } from './use-choices'
import './words'

type Props<Value> = {
  /** The resource of the records. */
  of: string
  value: Value
  onChange: (value: Value) => void
  onLeave?: () => void
  where?: ListQuery
  label: string
  control: ControlProps
}

// The table is fetched when it is first opened.
const PickTable = lazy(async () => ({ default: (await import('./pick-table')).PickTable }))

const nothing = () => {}

/** Chooses a record by its name, of a list or of those `among` which it is. */
export function RecordPicker({
  of,
  value,
  onChange,
  onLeave = nothing,
  where,
  among,
  label,
  control,
}: Props<number | null> & { among?: Among }) {
  const resource = findResource(of)
  // The name of a record just picked is known and need not be read.
  const [picked, setPicked] = useState<{ id: number; name: string } | null>(null)
  const isPicked = picked !== null && picked.id === value
  const { name } = useRecordName(of, isPicked ? null : value)
  if (!resource) return null
  return (
    <ChoiceBox
      of={resource}
      where={where}
      among={among}
      label={label}
      control={control}
      shown={isPicked ? picked.name : name}
      chosen={value === null ? [] : [value]}
      onChoose={({ id }, title) => {
        setPicked({ id, name: title })
        onChange(id)
      }}
      onClear={() => onChange(null)}
      onLeave={onLeave}
    />
  )
}

/** Chooses several records, one by one or in a table; Backspace removes the last one. */
export function RecordsPicker({
  of,
  value,
  onChange,
  onLeave = nothing,
  where,
  label,
  control,
  told,
}: Props<readonly number[]> & {
  /** The chosen records as an answer has them, which may name some that the account does not see. */
  told?: unknown
}) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const resource = findResource(of)
  if (!resource) return null
  const without = (id: number) => value.filter((one) => one !== id)
  return (
    <div className={frame}>
      {value.length > 0 && (
        <ul className={chips}>
          {value.map((id) => (
            <ChosenOne
              key={id}
              of={of}
              id={id}
              told={nameWithin(Array.isArray(told) ? told.find((one) => idsIn(one).includes(id)) : undefined)}
              onRemove={() => {
                onChange(without(id))
                document.getElementById(control.id)?.focus()
              }}
            />
          ))}
        </ul>
      )}
      <ChoiceBox
        of={resource}
        where={where}
        label={label}
        control={control}
        shown=""
        chosen={value}
        onChoose={({ id }) => onChange(value.includes(id) ? without(id) : [...value, id])}
        onClear={nothing}
        onBackspace={() => onChange(value.slice(0, -1))}
        onLeave={onLeave}
      />
      <span>
        <Button size="small" look="quiet" icon="list" onClick={() => setOpen(true)}>
          {t('form.picker.open')}
        </Button>
      </span>
      {isOpen && (
        <Suspense>
          <PickTable
            of={resource}
            where={where ?? {}}
            title={label}
            chosen={value}
            onPick={onChange}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

function ChosenOne({
  of,
  id,
  told,
  onRemove,
}: {
  of: string
  id: number
  told?: string | undefined
  onRemove: () => void
}) {
  const t = useT()
  const { name: known, isKnown } = useRecordName(of, id)
  const name = isKnown ? known : (told ?? known)
  return (
    <li className={chip}>
      <span className={text} dir="auto">
        {name}
      </span>
      <button className={cross} type="button" aria-label={t('form.picker.remove', { name })} onClick={onRemove}>
        <Icon name="x" />
      </button>
    </li>
  )
}

const frame = css({ display: 'grid', gap: '1.5', minWidth: '0' })
const chips = css({ display: 'flex', flexWrap: 'wrap', gap: '1.5', minWidth: '0' })
const chip = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1',
  minWidth: '0',
  maxWidth: 'full',
  minHeight: { base: 'controlSm', _narrow: 'touch' },
  paddingInlineStart: '2',
  borderRadius: 'xs',
  background: 'accent.subtle',
  color: 'accent.fg',
  textStyle: 'small',
})
const text = css({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' })
const cross = css({
  display: 'inline-grid',
  placeItems: 'center',
  width: { base: 'controlSm', _narrow: 'touch' },
  height: { base: 'controlSm', _narrow: 'touch' },
  flexShrink: '0',
  border: 'none',
  borderRadius: 'xs',
  background: 'transparent',
  color: '[inherit]',
  cursor: 'pointer',
  '& svg': { width: 'iconSm', height: 'iconSm' },
})
