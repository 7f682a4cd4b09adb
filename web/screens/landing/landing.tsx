import { Link } from 'wouter'
import { css } from 'styled-system/css'
import { PRODUCT } from '@tocsin/core/base/constants'
import { inactiveToo } from '@tocsin/core/vocabulary/deletion'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import { useAccount } from '../../data/account'
import { useList } from '../../data/hooks'
import { findResource } from '../../data/resources'
import { capsOf } from '../../keys/show'
import { keyboard } from '../../keys/use-keys'
import { useSelectedClient } from '../../data/selected-client'
import { listHref } from '../../navigation/hrefs'
import { GUEST, may, type Viewer } from '@tocsin/core/vocabulary/permissions'
import { iconOf, placesOf } from '../../navigation/places'
import { openPalette } from '../../commands/open-palette'
import { usePreferences } from '../../preferences'
import { Button } from '../../ui/button'
import { Page } from '../../pages/page'
import { CommandLine } from '../../ui/command-line'
import { Card } from '../../ui/card'
import { Icon } from '../../ui/icon'
import { State } from '../../ui/state'
import { addWords, useT } from '../../words'
import { messages } from './messages'
import { terminalLine } from './terminal-line'

addWords('landing', messages)

/** The resources whose list needs no permission, but whose card on this page does. */
const BY_CARD: ReadonlySet<string> = new Set(['maps', 'mobile-users'])
const isCounted = (resource: string, viewer: Viewer): boolean =>
  resource !== 'audit-events' && (!BY_CARD.has(resource) || may(viewer, `${resource}:view`))

/** The start page: the number of records of each resource that the account may see, and lines for the terminal. */
export default function Landing() {
  const t = useT()
  const account = useAccount()
  // The start page of any other user type is empty, whatever its permissions.
  const hasCounts = account.userType === PRODUCT || account.userType === 'client'
  const mayOpen = placesOf(account)
  const places = hasCounts ? mayOpen.filter((resource) => isCounted(resource, account)) : []
  const hasRole = account.permissions.some((one) => one !== GUEST)
  const name = account.name || account.username
  return (
    <Page title={t('landing.title', { name })}>
      {mayOpen.length === 0 ? (
        <State
          icon="lock"
          title={t('landing.nothing')}
          detail={t(hasRole ? 'landing.noScreens' : 'landing.nothingDetail')}
        />
      ) : places.length === 0 ? (
        <State icon="search" title={t('landing.empty')} detail={t('landing.emptyDetail')}>
          <Button icon="search" keys={capsOf('Mod+K', keyboard)} onClick={() => openPalette()}>
            {t('screens.notFound.palette')}
          </Button>
        </State>
      ) : (
        <div className={parts}>
          <ul className={cards} aria-label={t('landing.counts')}>
            {places.map((resourceName) => (
              <Count key={resourceName} resource={resourceName} />
            ))}
          </ul>
          <Card title={t('landing.terminal')}>
            <div className={steps}>
              <p>{t('landing.terminalLead')}</p>
              <CommandLine t={t} line={terminalLine(location.origin, `auth login --username ${account.username}`)} />
              {places.includes('sites') && <CommandLine t={t} line={terminalLine(location.origin, 'sites list')} />}
            </div>
          </Card>
        </div>
      )}
    </Page>
  )
}

/** The number of records of a resource, inactive ones included, with a link to them. */
function Count({ resource: resourceName }: { resource: string }) {
  const t = useT()
  const { locale } = usePreferences()
  const { id: clientId } = useSelectedClient()
  const resource = findResource(resourceName)!
  const { data } = useList(resource, {
    limit: 1,
    ...inactiveToo(resource),
    ...(resource.tenant && clientId !== null ? { [resource.tenant]: clientId } : {}),
  })
  return (
    <li>
      <Link className={card} href={listHref(resourceName)}>
        <span className={label}>
          <Icon name={iconOf(resourceName)} />
          {t(`resources.${resourceName}.names`)}
        </span>
        <span className={figure}>{data ? formatNumber(locale, data.total) : '–'}</span>
      </Link>
    </li>
  )
}

const parts = css({ display: 'grid', gap: '6', maxWidth: 'page' })
const cards = css({
  display: 'grid',
  gap: '4',
  gridTemplateColumns: '[repeat(auto-fill, minmax(min(180px, 45%), 1fr))]',
  listStyle: 'none',
  margin: '0',
  padding: '0',
})
const card = css({
  display: 'grid',
  gap: '1',
  padding: '4',
  border: '1px solid token(colors.border.subtle)',
  borderRadius: 'md',
  background: 'bg.surface',
  color: 'fg.default',
  textDecoration: 'none',
  _hover: { background: 'bg.hover' },
})
const label = css({ display: 'flex', alignItems: 'center', gap: '2', color: 'fg.muted' })
const figure = css({ textStyle: 'figure' })
const steps = css({ display: 'grid', gap: '3', padding: '4' })
