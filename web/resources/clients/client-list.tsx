import type { ListQuery } from '@tocsin/core/api/client'
import type { Client } from '@tocsin/core/resources/clients/types'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import type { ResourceName } from '@tocsin/core/resources/index'
import { useAccount } from '../../data/account'
import { resourceOf } from '../../data/resources'
import { createHref, editAndBackHref, here, showHref } from '../../navigation/hrefs'
import { ResourceTable } from '../../table/resource-table'
import type { FilterChoices } from '../../table/table-props'

type Props = {
  client: Client
  resource: ResourceName
  /** The addresses where a record is created and edited; by default the resource's own screens. */
  create?: string
  edit?: (id: number) => string
  columns?: readonly string[]
  filters?: readonly string[]
  filterChoices?: FilterChoices
  /** What the list asks the server for, besides the records of the client. */
  asks?: ListQuery
}

/** Lists a client's records of a resource. */
export function ClientList({
  client,
  resource: resourceName,
  create: createAt,
  edit,
  columns,
  filters,
  filterChoices,
  asks,
}: Props) {
  const account = useAccount()
  const resource = resourceOf(resourceName)
  const where = { [resource.tenant!]: client.id }
  const create = createAt ?? createHref(resourceName, where, here())
  return (
    <ResourceTable
      of={resource}
      where={asks ? { ...where, ...asks } : where}
      owner={`clients ${resourceName}`}
      openHref={(row) => showHref(resourceName, row.id)}
      {...(mayDo(account, resource, 'update')
        ? { editHref: (row: { id: number }) => edit?.(row.id) ?? editAndBackHref(resourceName, row.id) }
        : {})}
      createHref={create}
      {...(columns ? { columns } : {})}
      filters={filters}
      filterChoices={filterChoices}
      createButton
    />
  )
}
