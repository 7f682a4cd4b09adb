import { css } from 'styled-system/css'
import type { Field } from '@tocsin/core/vocabulary/resource'
import { usePreferences } from '../../preferences'
import { displayValue } from '../../record/display'
import { useRecordName } from '../../record/record-name'
import { type ControlProps } from '../../ui/field'
import { input, pictured } from '../../ui/input-look'
import { Icon } from '../../ui/icon'
import { useT } from '../../words'
import type { Form } from '../use-draft'
import { cx } from '../../ui/cx'

type Props = { form: Form; field: Field; path: string; value: unknown; control: ControlProps }

/** A value that cannot be changed here. It can be selected and copied; the help of the field states the reason. */
export function LockedValue({ form, field, path, value, control }: Props) {
  const t = useT()
  const { locale } = usePreferences()
  const id = field.type === 'ref' && typeof value === 'number' ? value : null
  const { name } = useRecordName(field.of ?? '', id)
  const text = id === null ? displayValue(form.resource, path, value, t, locale, { row: form.values }) : name
  return (
    <span className={pictured}>
      <input {...control} className={cx(input(), room)} type="text" readOnly dir="auto" value={text} />
      <Icon name="lock" />
    </span>
  )
}

const room = css({ paddingInlineEnd: '8', textOverflow: 'ellipsis' })
