import { useSearchParams } from 'wouter'
import { siteTypeOf, type PlaceResourceName } from '@tocsin/core/resources/site-type'
import { useAccount } from '../../data/account'
import { ResourceForm } from '../../form/resource-form'
import { knownFrom } from '../../navigation/known'
import type { ListProps } from '../../pages/screen'
import { NewRecord } from '../../pages/new-record'
import { backOf } from './back'
import { placeFormFields } from './fields'
import { PickPlace } from './pick-place'
import { PLACE_NOTES } from './place-notes'

/** A new site or team; the address states its client and the place to return to (SITE-07, A-072). */
export default function PlaceCreate({ resource }: ListProps) {
  const [query] = useSearchParams()
  const account = useAccount()
  const resourceName = resource.name as PlaceResourceName
  const { ClientId } = knownFrom(resource, query, null)
  // The parent page is that of the client in the address, as it is for an existing place (SITE-09, TEAM-05).
  const up = typeof ClientId === 'number' ? backOf(resourceName, { ClientId }, account) : undefined
  return (
    <NewRecord resource={resource} up={up}>
      {(form) => (
        <ResourceForm
          {...form}
          where={{ ...form.where, siteType: siteTypeOf(resourceName) }}
          only={placeFormFields(resourceName, true)}
          notes={PLACE_NOTES}
          beside={(draft) => <PickPlace form={draft} />}
        />
      )}
    </NewRecord>
  )
}
