import type { Client } from '@tocsin/core/resources/clients/types'
import { lazy, Suspense } from 'react'
import { css } from 'styled-system/css'
import { mayDo } from '@tocsin/core/permissions'
import type { Site } from '@tocsin/core/resources/sites/types'
import { useAccount } from '../../data/account'
import { formatNumber } from '@tocsin/core/i18n'
import { usePreferences } from '../../preferences'
import { useSome } from '../../data/hooks'
import { resourceOf } from '../../data/nouns'
import { showHref } from '../../navigation/hrefs'
import { RecordFacts } from '../../record/record-facts'
import { RecordHistory } from '../../record/record-history'
import { Waiting } from '../../shell/waiting'
import { Card } from '../../ui/card'
import { useT } from '../../words'

const SiteMap = lazy(async () => ({ default: (await import('../../map/site-map')).SiteMap }))

/** More sites than this are one cluster beside another, and a long wait; the map says how many it shows of how many. */
const ON_MAP = 5000

/** Name, nickname, active, the least app version, and where the sites are (CLIENT-11, CLIENT-12). */
export function ClientSummary({ client }: { client: Client }) {
  const t = useT()
  const account = useAccount()
  const sites = resourceOf('sites')
  const { locale } = usePreferences()
  const { data } = useSome(sites, { ClientId: client.id }, ON_MAP, { enabled: mayDo(account, sites, 'view') })
  const places = ((data?.rows ?? []) as Site[]).flatMap(({ id, name, lat, lng, radius, active }) =>
    lat === null || lng === null ? [] : [{ id, name, lat, lng, radius, active }],
  )
  return (
    <div className={columns}>
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
          <SiteMap places={places} hrefOf={(id) => showHref('sites', id)} />
        </Suspense>
      </Card>
      <div className={side}>
        <RecordFacts
          of={resourceOf('clients')}
          row={client}
          names={['name', 'nickname', 'active', 'config.minAppVersion']}
        />
        <RecordHistory of={resourceOf('clients')} row={client} />
      </div>
    </div>
  )
}

const columns = css({
  display: 'grid',
  gap: '6',
  gridTemplateColumns: { base: '[minmax(0, 2fr) minmax(0, 1fr)]', _narrow: '[minmax(0, 1fr)]' },
  alignItems: 'start',
})
const side = css({ display: 'grid', gap: '6', minWidth: '0' })
const some = css({ color: 'fg.muted', fontSize: 'xs' })
