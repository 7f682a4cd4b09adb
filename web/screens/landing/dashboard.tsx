import { DASHBOARD_FLAG, PRODUCT } from '@tocsin/core/base/constants'
import { readDashboard } from '@tocsin/core/api/dashboard'
import { useAccount } from '../../data/account'
import { useFlags } from '../../data/flags'
import { useT } from '../../words'
import { AppsAndSites, OwnClient, PickedClient } from './client-section'
import { FiguresCard } from './figures'
import { LegacyCards } from './legacy'
import { useFigures } from './use-dashboard'

/** The figures of the start page: staff get one dashboard, a client's people another (DASH-02, A-105). */
export function Dashboard() {
  const account = useAccount()
  const hasSections = useFlags()[DASHBOARD_FLAG] === true
  if (account.userType === PRODUCT)
    return (
      <>
        <Everything />
        {hasSections && (
          <>
            <PickedClient />
            <AppsAndSites />
          </>
        )}
      </>
    )
  return hasSections ? (
    <>
      <OwnClient />
      <AppsAndSites />
    </>
  ) : (
    <LegacyCards />
  )
}

/** The general cards. */
function Everything() {
  const t = useT()
  return <FiguresCard title={t('landing.counts')} query={useFigures(['all'], readDashboard)} />
}
