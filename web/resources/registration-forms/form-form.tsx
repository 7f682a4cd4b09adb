import type { ComponentProps } from 'react'
import { ResourceForm } from '../../form/resource-form'

const FIELDS = ['name', 'ClientId', 'schema.title', 'schema.fields']
const AS_JSON = ['schema.fields']

/** Edits a registration form: its name and title as fields, and its questions as JSON, checked while it is typed. */
export const FormForm = (props: Omit<ComponentProps<typeof ResourceForm>, 'only' | 'asJson'>) => (
  <ResourceForm {...props} only={FIELDS} asJson={AS_JSON} />
)
