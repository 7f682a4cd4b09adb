import type { Field } from '@tocsin/core/vocabulary/resource'
import type { ControlProps } from '../../ui/field'
import type { Form } from '../use-draft'

/** The props of a control for one kind of field. */
export type WidgetProps = {
  form: Form
  field: Field
  path: string
  label: string
  value: unknown
  control: ControlProps
  onChange: (value: unknown) => void
  /** Called when the reader leaves the field: from then on its problem is shown. */
  onLeave: () => void
}
