import { RecordPicker, RecordsPicker } from '../record-picker'
import { choicesWithin } from '../choices-within'
import { findResource } from '../../data/resources'
import type { WidgetProps } from './widget'

/** Chooses a record, or several, of another resource: of the same client where both belong to one. */
export function ReferenceWidget({ form, field, label, value, control, onChange, onLeave }: WidgetProps) {
  const resource = field.of ?? ''
  const where = choicesWithin(form.resource, findResource(resource), form.values)
  const shared = { of: resource, label, control, where, onLeave }
  return field.type === 'refs' ? (
    <RecordsPicker {...shared} value={Array.isArray(value) ? (value as number[]) : []} onChange={onChange} />
  ) : (
    <RecordPicker {...shared} value={typeof value === 'number' ? value : null} onChange={onChange} />
  )
}
