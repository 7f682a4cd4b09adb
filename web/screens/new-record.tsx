import { useMemo, type ReactNode } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import type { Draft, Resource } from '@tocsin/core/resource'
import type { Row } from '../acts/targets'
import { useSelectedClient } from '../data/selected-client'
import { listHref, safeRedirect, showHref, withRow } from '../navigation/hrefs'
import { knownFrom } from '../navigation/known'
import { Page } from '../shell/page'
import { useT } from '../words'

type FormProps = {
  of: Resource
  record: null
  where: Draft
  onSaved: (row: Row) => void
  onCancel: () => void
}

/** The page of a new record: what the address knows of it is filled in; afterwards the place one came from, or the record. */
export function NewRecord({ resource, children }: { resource: Resource; children: (form: FormProps) => ReactNode }) {
  const t = useT()
  const [, navigate] = useLocation()
  const [query] = useSearchParams()
  const { id: clientId } = useSelectedClient()
  const { name } = resource
  const back = safeRedirect(query.get('redirect'))
  const known = useMemo(() => knownFrom(resource, query, clientId), [resource, query, clientId])
  return (
    <Page
      title={t('screens.createTitle', { noun: t(`resources.${name}.name`).toLowerCase() })}
      crumbs={[{ label: t(`resources.${name}.names`), href: back ?? listHref(name) }]}
    >
      {children({
        of: resource,
        record: null,
        where: known,
        onSaved: (row) => navigate(back ? withRow(back, row.id) : showHref(name, row.id), { replace: true }),
        onCancel: () => navigate(back ?? listHref(name), { replace: true }),
      })}
    </Page>
  )
}
