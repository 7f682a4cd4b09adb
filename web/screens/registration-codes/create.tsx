import type { ListProps } from '../index'
import { NewRecord } from '../new-record'
import { CodeForm } from './code-form'

/** A new registration code, in steps. */
export default function CodeCreate({ resource }: ListProps) {
  return <NewRecord resource={resource}>{(form) => <CodeForm {...form} />}</NewRecord>
}
