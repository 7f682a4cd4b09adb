import { Redirect } from 'wouter'
import { css } from 'styled-system/css'
import type { SiteOrTeam } from '@tocsin/core/resources/site-or-team'
import { resourceNameOf, type PlaceResourceName } from '@tocsin/core/resources/site-type'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { useAccount } from '../../data/account'
import { resourceOf } from '../../data/resources'
import { createHref, editAndBackHref, here, showHref } from '../../navigation/hrefs'
import { usePreferences } from '../../preferences'
import { numberText } from '../../record/display'
import { RecordFacts } from '../../record/record-facts'
import { RecordHistory } from '../../record/record-history'
import { ResourceTable } from '../../table/resource-table'
import { Card } from '../../ui/card'
import { CopyButton } from '../../ui/copy-button'
import { useT } from '../../words'
import { beside, column } from '../../pages/columns'
import { RecordPage, type RecordTab } from '../../pages/record-page'
import { WithRecord } from '../../pages/with-record'
import type { RecordProps } from '../../pages/screen'
import { backOf } from './back'
import { Manager } from './manager'
import { PlaceMap } from './place-map'

/** A site or a team: its place, its manager, its users, profiles and codes (SITE-10, TEAM-06). */
export default function PlaceShow({ resource, id }: RecordProps) {
  const t = useT()
  const account = useAccount()
  const resourceName = resource.name as PlaceResourceName
  return (
    <WithRecord resource={resource} id={id} otherwise={resourceName === 'teams' ? resourceOf('sites') : undefined}>
      {(row) => {
        const place = row as unknown as SiteOrTeam
        if (resourceNameOf(place.siteType) !== resourceName)
          return <Redirect to={showHref(resourceNameOf(place.siteType), id)} replace />
        const up = backOf(resourceName, place, account)
        const users = resourceOf('users')
        const maps = resourceOf('maps')
        const codes = resourceOf('registration-codes')
        const known = { ClientId: place.ClientId, SiteId: id }
        const list = (of: RecordProps['resource'], where: Record<string, string | number>): RecordTab => ({
          name: of.name,
          label: t(`resources.${of.name}.names`),
          scrollsItself: true,
          content: () => (
            <ResourceTable
              of={of}
              where={known}
              owner={`${resourceName} ${of.name}`}
              openHref={(one) => showHref(of.name, one.id)}
              {...(mayDo(account, of, 'update')
                ? { editHref: (one: { id: number }) => editAndBackHref(of.name, one.id) }
                : {})}
              createHref={createHref(of.name, where, here())}
              createButton
            />
          ),
        })
        const tabs: RecordTab[] = [
          {
            name: 'summary',
            label: t('screens.summary'),
            content: () => <Summary resource={resource} place={place} />,
          },
          ...(mayDo(account, users, 'view') ? [list(users, { ...known, userType: 'client', role: 'manager' })] : []),
          ...(mayDo(account, maps, 'view') ? [list(maps, known)] : []),
          ...(mayDo(account, codes, 'view') ? [list(codes, { ...known, mode: 'site' })] : []),
        ]
        return (
          <RecordPage
            resource={resource}
            row={row}
            up={up}
            crumbs={[{ label: t(`resources.${resourceName}.names`), href: up }]}
            tabs={tabs}
          />
        )
      }}
    </WithRecord>
  )
}

function Summary({ resource, place }: { resource: RecordProps['resource']; place: SiteOrTeam }) {
  const t = useT()
  const { locale } = usePreferences()
  const { id, name, lat, lng, radius, active } = place
  const hasPlace = lat !== null && lng !== null
  const isTeam = place.siteType === 'team'
  return (
    <div className={beside}>
      <div className={column}>
        {(hasPlace || !isTeam) && (
          <Card
            title={t('screens.location')}
            aside={
              hasPlace && (
                <span className={coordinates}>
                  {numberText(lat, locale)} · {numberText(lng, locale)}
                  <CopyButton text={`${lat}, ${lng}`} what={t('screens.location')} t={t} />
                </span>
              )
            }
          >
            {hasPlace ? (
              <PlaceMap place={{ id, name, lat, lng, radius, active }} />
            ) : (
              <p className={none}>{t('screens.noLocation')}</p>
            )}
          </Card>
        )}
        <RecordFacts
          of={resource}
          row={place}
          names={[
            'location.formatted',
            'location.zip',
            'location.city',
            'location.state',
            'location.country',
            'referencePoint',
            'radius',
          ]}
        />
      </div>
      <div className={column}>
        <RecordFacts
          of={resource}
          row={place}
          names={[
            'id',
            'ClientId',
            'tag',
            'App.name',
            'ProjectId',
            'registrationCodes',
            'active',
            ...(isTeam ? ['timezone'] : []),
          ]}
        />
        <Manager place={place} />
        <RecordHistory of={resource} row={place} />
      </div>
    </div>
  )
}

const coordinates = css({ display: 'flex', alignItems: 'center', textStyle: 'mono', color: 'fg.muted' })
const none = css({ padding: '4', color: 'fg.muted' })
