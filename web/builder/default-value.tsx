import { css } from 'styled-system/css'
import type { FormField } from '@tocsin/core/form/types'
import { hasLevels } from '@tocsin/core/form/field-options'
import { formField } from '@tocsin/core/form/schema'
import { NumberWidget } from '../form/fields/number-widget'
import type { Form } from '../form/use-draft'
import type { ControlProps } from '../ui/field'
import { input } from '../ui/input-look'
import { useT } from '../words'
import { choicesIn, levelAt, type Choices } from './choices'
import { kindOf } from './kinds'
import { OptionSelect, type Option } from './option-select'
import { Lockable } from './panel-part'

type Props = {
  form: Form
  field: FormField
  path: string
  label: string
  control: ControlProps
  onChange: (value: unknown) => void
  onLeave: () => void
}

/** The control of the answer that a question begins with, by the kind of the field. */
export function DefaultValue(props: Props) {
  const { form, field, control, onChange, onLeave } = props
  const t = useT()
  const value = field.options?.['defaultValue'] ?? null
  const readOnly = form.blocked !== null
  const choices = choicesIn(field.options?.['choices'])
  switch (kindOf(field)) {
    case 'number':
    case 'rating':
      if (readOnly)
        return (
          <Lockable isFixed>
            <input {...control} className={input()} readOnly value={String(value ?? '')} />
          </Lockable>
        )
      return <NumberWidget {...props} field={formField['title']!} value={value} />
    case 'checkbox':
      return (
        <Chosen
          {...props}
          options={[['yes', t('builder.yes')]]}
          value={value === true ? 'yes' : ''}
          onChange={(chosen) => onChange(chosen === 'yes' ? true : null)}
        />
      )
    case 'radios':
    case 'dropdown':
    case 'dropdown_search':
      return (
        <Chosen
          {...props}
          options={optionsOf(choices)}
          value={typeof value === 'string' ? value : ''}
          onChange={(chosen) => onChange(chosen === '' ? null : chosen)}
        />
      )
    case 'checkboxes':
      return <Several {...props} choices={choices} value={Array.isArray(value) ? (value as unknown[]) : []} />
    default:
      if (hasLevels(field.type))
        return <Levels {...props} choices={choices} value={Array.isArray(value) ? (value as unknown[]) : []} />
      return (
        <Lockable isFixed={readOnly}>
          <input
            {...control}
            className={input()}
            type={kindOf(field) === 'date' ? 'date' : 'text'}
            dir="auto"
            autoComplete="off"
            readOnly={readOnly}
            value={typeof value === 'string' ? value : ''}
            onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
            onBlur={onLeave}
          />
        </Lockable>
      )
  }
}

const optionsOf = (choices: Choices): Option[] => choices.map(({ value, text }) => [value, text])

type ChosenProps = Omit<Props, 'onChange'> & {
  options: readonly Option[]
  value: string
  onChange: (value: string) => void
}

/** One of the choices, or none. */
function Chosen({ form, control, options, value, onChange, onLeave, label }: ChosenProps) {
  const t = useT()
  const isKnown = value === '' || options.some(([one]) => one === value)
  return (
    <OptionSelect
      control={control}
      label={control.id === '' ? label : undefined}
      options={[['', t('builder.defaultNone')], ...(isKnown ? [] : [[value, value] as const]), ...options]}
      value={value}
      isFixed={form.blocked !== null}
      onChange={onChange}
      onLeave={onLeave}
    />
  )
}

/** Boxes of which any number can be ticked. */
function Several({
  form,
  control,
  label,
  choices,
  value,
  onChange,
  onLeave,
}: Props & { choices: Choices; value: readonly unknown[] }) {
  return (
    <fieldset className={several} aria-label={label}>
      {choices.map((choice, at) => (
        <label key={at} className={box}>
          <input
            {...(at === 0 ? { id: control.id } : {})}
            type="checkbox"
            aria-disabled={form.blocked !== null || undefined}
            checked={value.includes(choice.value)}
            onBlur={onLeave}
            onChange={({ target }) => {
              if (form.blocked !== null) return
              const values = choices.map((one) => one.value)
              const next = values.filter((one) => (one === choice.value ? target.checked : value.includes(one)))
              onChange(next.length > 0 ? next : null)
            }}
          />
          <span dir="auto">{choice.text}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** One list for each level, of which the next one depends on the one before. */
function Levels(props: Props & { choices: Choices; value: readonly unknown[] }) {
  const t = useT()
  const { choices, value, control, label, onChange } = props
  const trail: number[] = []
  const levels: Choices[] = []
  for (let depth = 0; depth <= value.length; depth++) {
    const level = levelAt(choices, trail)
    if (level.length === 0) break
    levels.push(level)
    const at = level.findIndex((choice) => choice.value === value[depth])
    if (at < 0) break
    trail.push(at)
  }
  return (
    <div className={stacked}>
      {levels.map((level, depth) => (
        <Chosen
          key={depth}
          {...props}
          control={depth === 0 ? control : { id: '' }}
          label={`${label}, ${t('builder.choices.level', { number: depth + 1 })}`}
          options={optionsOf(level)}
          value={String(value[depth] ?? '')}
          onChange={(chosen) => {
            const next = [...value.slice(0, depth), ...(chosen === '' ? [] : [chosen])]
            onChange(next.length > 0 ? next : null)
          }}
        />
      ))}
    </div>
  )
}

const several = css({
  display: 'grid',
  gap: '1',
  margin: '0',
  minWidth: '0',
  maxHeight: '[180px]',
  overflow: 'auto',
  padding: '2',
  border: '1px solid token(colors.border.control)',
  borderRadius: 'sm',
})
const box = css({ display: 'flex', alignItems: 'center', gap: '2', minHeight: { base: 'controlSm', _narrow: 'touch' } })
const stacked = css({ display: 'grid', gap: '2', minWidth: '0' })
