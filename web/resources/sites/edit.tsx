import { Redirect, useLocation, useSearchParams } from 'wouter'
import type { SiteOrTeam } from '@tocsin/core/resources/site-or-team'
import { resourceNameOf, type PlaceResourceName } from '@tocsin/core/resources/site-type'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { useAccount } from '../../data/account'
import { resourceOf } from '../../data/resources'
import { ResourceForm } from '../../form/resource-form'
import { createHref, editAndBackHref, editHref, here, safeRedirect, showHref } from '../../navigation/hrefs'
import { leaveTo } from '../../navigation/leave-to'
import { ResourceTable } from '../../table/resource-table'
import { useT } from '../../words'
import { RecordPage, type RecordTab } from '../../pages/record-page'
import { Changeable } from '../../pages/changeable'
import { WithRecord } from '../../pages/with-record'
import type { RecordProps } from '../../pages/screen'
import { backOf } from './back'
import { placeFormFields } from './fields'
import { PickPlace } from './pick-place'
import { PLACE_NOTES } from './place-notes'

/** The page that edits a site or team: the form of its summary, and its users (SITE-11, TEAM-06). */
export default function PlaceEdit({ resource, id }: RecordProps) {
  const t = useT()
  const account = useAccount()
  const [, navigate] = useLocation()
  const [query] = useSearchParams()
  const resourceName = resource.name as PlaceResourceName
  const back = safeRedirect(query.get('redirect')) ?? showHref(resourceName, id)
  return (
    <WithRecord resource={resource} id={id} otherwise={resourceName === 'teams' ? resourceOf('sites') : undefined}>
      {(row) => {
        const place = row as unknown as SiteOrTeam
        if (resourceNameOf(place.siteType) !== resourceName)
          return <Redirect to={editHref(resourceNameOf(place.siteType), id)} replace />
        const users = resourceOf('users')
        const known = { ClientId: place.ClientId, SiteId: id, userType: 'client', role: 'manager' }
        const tabsOf = (locked: string | null): RecordTab[] => [
          {
            name: 'summary',
            label: t('screens.summary'),
            content: () => (
              <ResourceForm
                of={resource}
                record={row}
                locked={locked}
                only={placeFormFields(resourceName, false)}
                notes={PLACE_NOTES}
                beside={(form) => <PickPlace form={form} />}
                onSaved={() => leaveTo(back, navigate)}
                onCancel={() => leaveTo(back, navigate)}
              />
            ),
          },
          ...(mayDo(account, users, 'view')
            ? [
                {
                  name: 'users',
                  label: t('resources.users.names'),
                  scrollsItself: true,
                  content: () => (
                    <ResourceTable
                      of={users}
                      where={{ SiteId: id }}
                      owner={`${resourceName} users`}
                      openHref={(one) => showHref('users', one.id)}
                      {...(mayDo(account, users, 'update')
                        ? { editHref: (one: { id: number }) => editAndBackHref('users', one.id) }
                        : {})}
                      createHref={createHref('users', known, here())}
                      createButton
                    />
                  ),
                },
              ]
            : []),
        ]
        return (
          <Changeable resource={resource} row={row}>
            {(locked) => (
              <RecordPage
                resource={resource}
                row={row}
                editing
                up={back}
                crumbs={[
                  { label: t(`resources.${resourceName}.names`), href: backOf(resourceName, place, account) },
                  { label: place.name, href: showHref(resourceName, id) },
                ]}
                tabs={tabsOf(locked)}
              />
            )}
          </Changeable>
        )
      }}
    </WithRecord>
  )
}
