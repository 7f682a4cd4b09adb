import { useMemo, type ReactNode } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import type { Draft, Resource } from '@tocsin/core/vocabulary/resource'
import type { Row } from '../data/row'
import { useSelectedClient } from '../data/selected-client'
import { listHref, safeRedirect, showHref, withRow } from '../navigation/hrefs'
import { knownFrom } from '../navigation/known'
import { leaveBack } from '../navigation/leave-back'
import { leaveTo } from '../navigation/leave-to'
import { Page } from './page'
import { useT } from '../words'

type FormProps = {
  of: Resource
  record: null
  where: Draft
  onSaved: (row: Row) => void
  onCancel: () => void
}

type Props = {
  resource: Resource
  /** The address to return to if the page's own has no `redirect`; default: the list. */
  up?: string | undefined
  /** True where the form fills the page and scrolls by itself. */
  fills?: boolean
  children: (form: FormProps) => ReactNode
}

/** The page of a new record, with values from the address. It then returns to `redirect`, or opens the record. */
export function NewRecord({ resource, up, fills = false, children }: Props) {
  const t = useT()
  const [, navigate] = useLocation()
  const [query] = useSearchParams()
  const { id: clientId } = useSelectedClient()
  const { name } = resource
  const back = safeRedirect(query.get('redirect'))
  const from = back ?? up ?? listHref(name)
  const known = useMemo(() => knownFrom(resource, query, clientId), [resource, query, clientId])
  return (
    <Page
      scrollsItself={fills}
      title={t('form.createTitle', { what: t(`resources.${name}.name`).toLowerCase() })}
      crumbs={[{ label: t(`resources.${name}.names`), href: from }]}
    >
      {children({
        of: resource,
        record: null,
        where: known,
        onSaved: (row) => navigate(back ? withRow(back, row.id) : showHref(name, row.id), { replace: true }),
        onCancel: () => (back ? leaveTo(back, navigate) : leaveBack(from, navigate)),
      })}
    </Page>
  )
}
