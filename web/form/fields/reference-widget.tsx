import { idsIn, valueAt } from '@tocsin/core/base/cells'
import { offeredToo } from '@tocsin/core/vocabulary/offered'
import { useAccount } from '../../data/account'
import { RecordPicker, RecordsPicker } from '../record-picker'
import { choicesWithin } from '../choices-within'
import { findResource } from '../../data/resources'
import type { WidgetProps } from './widget'

/**
 * Chooses a record, or several, of another resource: of the same client where both belong to one, and of what the provider
 * offers to every client where the field takes that.
 */
export function ReferenceWidget({ form, field, path, label, value, control, onChange, onLeave }: WidgetProps) {
  const resource = field.of ?? ''
  const account = useAccount()
  const target = findResource(resource)
  const where = {
    ...choicesWithin(form.resource, target, form.values),
    ...offeredToo(field, target, account),
    ...field.among?.where({ ...form.values, id: form.id }),
  }
  const shared = { of: resource, label, control, where, onLeave }
  return field.type === 'refs' ? (
    <RecordsPicker {...shared} value={idsIn(value)} told={valueAt(form.base, path)} onChange={onChange} />
  ) : (
    <RecordPicker {...shared} value={typeof value === 'number' ? value : null} onChange={onChange} />
  )
}
