import { useLocation } from 'wouter'
import { PRODUCT } from '@tocsin/core/constants'
import { mayDo } from '@tocsin/core/permissions'
import { useAccount } from '../../data/account'
import { useSelectedClient } from '../../data/selected-client'
import { createHref, editHref, here, showHref } from '../../navigation/hrefs'
import { openPalette } from '../../palette/open'
import { Page } from '../../shell/page'
import { ResourceTable } from '../../table/resource-table'
import { Button } from '../../ui/button'
import { useT } from '../../words'
import type { ListProps } from '../index'

/** Lists that can be saved as a file, of the nouns that stand. */
const EXPORTED = new Set(['clients', 'registration-codes', 'license-comments', 'public-codes', 'maps', 'mobile-users'])

/** The list of a noun, from its declaration alone; within the client that is worked in. */
export default function GenericList({ resource }: ListProps) {
  const t = useT()
  const account = useAccount()
  const { id: clientId } = useSelectedClient()
  const [, navigate] = useLocation()
  const tenant = resource.tenant
  const where = tenant && account.userType === PRODUCT && clientId !== null ? { [tenant]: clientId } : {}
  // To who belongs to a client it says the same in every row.
  const columns = account.userType === 'client' ? resource.columns.filter((column) => column !== tenant) : undefined
  const mayCreate = mayDo(account, resource, 'create')
  const create = createHref(resource.name, where, here())
  return (
    <Page
      fills
      title={t(`resources.${resource.name}.names`)}
      actions={
        mayCreate && (
          <Button look="primary" icon="plus" keys={['C']} onClick={() => navigate(create)}>
            {t('screens.create', { noun: t(`resources.${resource.name}.name`).toLowerCase() })}
          </Button>
        )
      }
    >
      <ResourceTable
        of={resource}
        where={where}
        columns={columns}
        owner={resource.name}
        openHref={(row) => showHref(resource.name, row.id)}
        {...(mayDo(account, resource, 'update')
          ? { editHref: (row: { id: number }) => editHref(resource.name, row.id) }
          : {})}
        {...(mayCreate ? { createHref: create } : {})}
        exportable={EXPORTED.has(resource.name)}
        onActions={() => openPalette({ scope: 'at-hand' })}
        autoFocus
      />
    </Page>
  )
}
