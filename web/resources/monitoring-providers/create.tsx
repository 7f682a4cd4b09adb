import { ProviderForm } from './provider-form'
import type { ListProps } from '../../pages/screen'
import { NewRecord } from '../../pages/new-record'

/** A new monitoring provider of any kind. */
export default function ProviderCreate({ resource }: ListProps) {
  return (
    <NewRecord resource={resource}>
      {({ where, ...form }) => <ProviderForm {...form} record={null} given={where} />}
    </NewRecord>
  )
}
