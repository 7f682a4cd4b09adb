import type { ListProps } from '../../pages/screen'
import { NewRecord } from '../../pages/new-record'
import { CodeForm } from './code-form'

/** A new registration code, in steps. */
export default function CodeCreate({ resource }: ListProps) {
  return <NewRecord resource={resource}>{(form) => <CodeForm {...form} />}</NewRecord>
}
