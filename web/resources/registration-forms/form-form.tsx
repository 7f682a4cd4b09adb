import type { ComponentProps } from 'react'
import { BuilderForm } from '../../builder/builder-form'

const SETTINGS = ['name', 'ClientId', 'schema.title']

/** Edits a registration form: its fields in the builder or as JSON, and its name and title. */
export const FormForm = (props: Omit<ComponentProps<typeof BuilderForm>, 'path' | 'settings'>) => (
  <BuilderForm {...props} path="schema.fields" settings={SETTINGS} />
)
