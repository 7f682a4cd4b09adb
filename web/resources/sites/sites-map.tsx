import { lazy, Suspense } from 'react'
import { css } from 'styled-system/css'
import type { ListQuery } from '@tocsin/core/api/client'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import type { Site } from '@tocsin/core/resources/sites/types'
import { useAccount } from '../../data/account'
import { useSome } from '../../data/hooks'
import { resourceOf } from '../../data/resources'
import { showHref } from '../../navigation/hrefs'
import { usePreferences } from '../../preferences'
import { Waiting } from '../../ui/waiting'
import { Card } from '../../ui/card'
import { useT } from '../../words'

const SiteMap = lazy(async () => ({ default: (await import('../../map/site-map')).SiteMap }))

/** The most sites on the map: more would load slowly and show only as clusters. The card states how many are shown. */
const ON_MAP = 5000

/** The map of the sites of a client or a project (CLIENT-12, PROJ-07). */
export function SitesMap({ where }: { where: ListQuery }) {
  const t = useT()
  const account = useAccount()
  const sites = resourceOf('sites')
  const { locale } = usePreferences()
  const { data } = useSome(sites, where, ON_MAP, { enabled: mayDo(account, sites, 'view') })
  const places = ((data?.rows ?? []) as Site[]).flatMap(({ id, name, lat, lng, radius, active }) =>
    lat === null || lng === null ? [] : [{ id, name, lat, lng, radius, active }],
  )
  return (
    <Card
      title={t('screens.sitesOnMap')}
      aside={
        data &&
        data.total > data.rows.length && (
          <span className={some}>
            {t('screens.someOnMap', {
              shown: formatNumber(locale, data.rows.length),
              total: formatNumber(locale, data.total),
            })}
          </span>
        )
      }
    >
      <Suspense fallback={<Waiting />}>
        <SiteMap
          places={places}
          loading={!data}
          none={data?.total === 0 ? t('resources.sites.empty') : undefined}
          hrefOf={(id) => showHref('sites', id)}
        />
      </Suspense>
    </Card>
  )
}

const some = css({ color: 'fg.muted', fontSize: 'xs' })
