import { ProviderForm } from '../../providers/provider-form'
import type { ListProps } from '../index'
import { NewRecord } from '../new-record'

/** A new monitoring provider of any kind. */
export default function ProviderCreate({ resource }: ListProps) {
  return (
    <NewRecord resource={resource}>
      {({ where, ...form }) => <ProviderForm {...form} record={null} given={where} />}
    </NewRecord>
  )
}
