import { useMemo } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { siteTypeOf, type PlaceNoun } from '@tocsin/core/resources/site-type'
import { useAccount } from '../../data/account'
import { useSelectedClient } from '../../data/selected-client'
import { ResourceForm } from '../../form/resource-form'
import { knownFrom } from '../../navigation/known'
import { listHref, safeRedirect, showHref, withRow } from '../../navigation/hrefs'
import { Page } from '../../shell/page'
import { useT } from '../../words'
import type { ListProps } from '../index'
import { backOf } from './back'
import { placeFormFields } from './fields'
import { PickPlace } from './pick-place'

/** A new site or team; its client and the place to come back to are in the address (SITE-07, A-072). */
export default function PlaceCreate({ resource }: ListProps) {
  const t = useT()
  const [, navigate] = useLocation()
  const [query] = useSearchParams()
  const { id: clientId } = useSelectedClient()
  const noun = resource.name as PlaceNoun
  const back = safeRedirect(query.get('redirect'))
  const account = useAccount()
  const known = useMemo(() => knownFrom(resource, query, clientId), [resource, query, clientId])
  // Of the client that the address names, as it is of the place once it is made (SITE-09, TEAM-05).
  const { ClientId } = known
  const up =
    back ??
    (query.has('ClientId') && typeof ClientId === 'number' ? backOf(noun, { ClientId }, account) : listHref(noun))
  return (
    <Page
      title={t('screens.createTitle', { noun: t(`resources.${noun}.name`).toLowerCase() })}
      crumbs={[{ label: t(`resources.${noun}.names`), href: up }]}
    >
      <ResourceForm
        of={resource}
        record={null}
        where={{ ...known, siteType: siteTypeOf(noun) }}
        only={placeFormFields(noun, true)}
        beside={(form) => <PickPlace form={form} />}
        onSaved={(row) => navigate(back ? withRow(back, row.id) : showHref(noun, row.id), { replace: true })}
        onCancel={() => navigate(up, { replace: true })}
      />
    </Page>
  )
}
