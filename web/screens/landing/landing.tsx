import { css } from 'styled-system/css'
import { PRODUCT } from '@tocsin/core/base/constants'
import { useAccount } from '../../data/account'
import { capsOf } from '../../keys/show'
import { keyboard } from '../../keys/use-keys'
import { placesOf } from '../../navigation/places'
import { openPalette } from '../../commands/open-palette'
import { Page } from '../../pages/page'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { CommandLine } from '../../ui/command-line'
import { Hints } from '../../ui/hints'
import { State } from '../../ui/state'
import { addWords, useT } from '../../words'
import { Changes } from './changes'
import { Dashboard } from './dashboard'
import { messages } from './messages'
import { Recent } from './recent'
import { RefreshButton } from './refresh-button'
import { terminalLine } from './terminal-line'
import { useSteps } from './use-steps'
import { Waits } from './waits'

addWords('landing', messages)

/** The start page: the dashboard of the account's kind of user, and lines for the terminal. */
export default function Landing() {
  const t = useT()
  const account = useAccount()
  // The start page of any other user type is empty, whatever its permissions.
  const hasDashboard = account.userType === PRODUCT || account.userType === 'client'
  const mayOpen = placesOf(account)
  const shown = hasDashboard && mayOpen.length > 0
  const name = account.name || account.username
  const steps = useSteps(shown)
  return (
    <Page
      title={t('landing.title', { name })}
      actions={shown && <RefreshButton />}
      status={
        <>
          <p>{t('web.disclaimer')}</p>
          <Hints
            of={[
              [['G'], t('landing.hints.go')],
              [['Z'], t('landing.hints.undo')],
              [['?'], t('landing.hints.keys')],
            ]}
          />
        </>
      }
    >
      {mayOpen.length === 0 ? (
        <State icon="lock" title={t('landing.nothing')} detail={t('landing.nothingDetail')} />
      ) : !hasDashboard ? (
        <State icon="search" title={t('landing.empty')} detail={t('landing.emptyDetail')}>
          <Button icon="search" keys={capsOf('Mod+K', keyboard)} onClick={() => openPalette()}>
            {t('screens.notFound.palette')}
          </Button>
        </State>
      ) : (
        <div className={parts} ref={steps}>
          <div className={beside}>
            <div className={parts}>
              <Waits />
              <Dashboard />
            </div>
            <div className={parts}>
              <Recent />
              <Changes />
            </div>
          </div>
          {/* A person who looks after one site has no use for a terminal. */}
          {account.SiteId === null && (
            <Card title={t('landing.terminal')}>
              <div className={lines}>
                <p>{t('landing.terminalLead')}</p>
                <CommandLine t={t} line={terminalLine(location.origin, `auth login --username ${account.username}`)} />
                <CommandLine t={t} line={terminalLine(location.origin, 'dashboard show')} />
                {mayOpen.includes('sites') && <CommandLine t={t} line={terminalLine(location.origin, 'sites list')} />}
              </div>
            </Card>
          )}
        </div>
      )}
    </Page>
  )
}

const parts = css({ display: 'grid', alignContent: 'start', gap: '4', minWidth: '0', maxWidth: 'pageWide' })
const beside = css({
  display: 'grid',
  gridTemplateColumns: { base: '[minmax(0, 1fr) 320px]', _tablet: '[minmax(0, 1fr)]' },
  gap: '4',
})
const lines = css({ display: 'grid', gap: '3', padding: '4' })
