import type { Client } from '@tocsin/core/resources/clients/types'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import type { ResourceName } from '@tocsin/core/resources/index'
import { useAccount } from '../../data/account'
import { resourceOf } from '../../data/nouns'
import { createHref, editAndBackHref, here, showHref } from '../../navigation/hrefs'
import { CreateButton } from '../../table/create-button'
import { ResourceTable } from '../../table/resource-table'
import type { FilterChoices } from '../../table/table-props'

type Props = {
  client: Client
  noun: ResourceName
  /** The addresses where a record is made and changed; by default the noun's own screens. */
  create?: string
  edit?: (id: number) => string
  columns?: readonly string[]
  filters?: readonly string[]
  filterChoices?: FilterChoices
}

/** Lists a client's records of a noun. */
export function ClientList({ client, noun, create: createAt, edit, columns, filters, filterChoices }: Props) {
  const account = useAccount()
  const resource = resourceOf(noun)
  const where = { [resource.tenant!]: client.id }
  const create = createAt ?? createHref(noun, where, here())
  return (
    <ResourceTable
      of={resource}
      where={where}
      owner={`clients ${noun}`}
      openHref={(row) => showHref(noun, row.id)}
      {...(mayDo(account, resource, 'update')
        ? { editHref: (row: { id: number }) => edit?.(row.id) ?? editAndBackHref(noun, row.id) }
        : {})}
      createHref={create}
      {...(columns ? { columns } : {})}
      filters={filters}
      filterChoices={filterChoices}
      toolbar={<CreateButton of={resource} href={create} where={where} aside />}
    />
  )
}
