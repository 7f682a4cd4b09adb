import { useMemo } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { ResourceForm } from '../../form/resource-form'
import { useSelectedClient } from '../../data/selected-client'
import { knownFrom } from '../../navigation/known'
import { listHref, safeRedirect, showHref, withRow } from '../../navigation/hrefs'
import { Page } from '../../shell/page'
import { useT } from '../../words'
import { fieldsOfNew } from '../form-fields'
import type { ListProps } from '../index'

/** A new record: what the address knows of it is filled in; afterwards the place one came from, or the record itself. */
export default function GenericCreate({ resource }: ListProps) {
  const t = useT()
  const [, navigate] = useLocation()
  const [query] = useSearchParams()
  const { id: clientId } = useSelectedClient()
  const back = safeRedirect(query.get('redirect'))
  const known = useMemo(() => knownFrom(resource, query, clientId), [resource, query, clientId])
  return (
    <Page
      title={t('screens.createTitle', { noun: t(`resources.${resource.name}.name`).toLowerCase() })}
      crumbs={[{ label: t(`resources.${resource.name}.names`), href: back ?? listHref(resource.name) }]}
    >
      <ResourceForm
        of={resource}
        record={null}
        where={known}
        {...fieldsOfNew(resource.name)}
        onSaved={(row) => navigate(back ? withRow(back, row.id) : showHref(resource.name, row.id), { replace: true })}
        onCancel={() => navigate(back ?? listHref(resource.name), { replace: true })}
      />
    </Page>
  )
}
