import type { Field } from '@tocsin/core/vocabulary/resource'
import type { ControlProps } from '../../ui/field'
import type { Form } from '../use-draft'

/** What a control for one kind of field is given. */
export type WidgetProps = {
  form: Form
  field: Field
  path: string
  label: string
  value: unknown
  control: ControlProps
  onChange: (value: unknown) => void
  /** The reader leaves the field: from now on what is wrong with it is shown. */
  onLeave: () => void
}
