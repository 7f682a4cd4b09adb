import { DASHBOARD_FLAG, PRODUCT } from '@tocsin/core/base/constants'
import { may } from '@tocsin/core/vocabulary/permissions'
import { useAccount } from '../../data/account'
import { useFlags } from '../../data/flags'
import { useT } from '../../words'
import { AlertDays } from './alert-days'
import { AppsAndSites, OwnClient, PickedClient } from './client-section'
import { FiguresCard } from './figures'
import { LegacyCards } from './legacy'
import { useAllFigures, useOwnFigures } from './use-dashboard'

/** The figures of the start page: staff get one dashboard, a client's people another (DASH-02, A-105). */
export function Dashboard() {
  const account = useAccount()
  const hasSections = useFlags()[DASHBOARD_FLAG] === true
  if (account.userType === PRODUCT)
    return (
      <>
        <Everything />
        <Days />
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
      <Days />
      <AppsAndSites />
    </>
  ) : (
    <>
      <LegacyCards />
      <Days />
    </>
  )
}

/** The general cards. */
function Everything() {
  const t = useT()
  return <FiguresCard title={t('landing.counts')} query={useAllFigures()} />
}

/** The alerts per day of what the figures are of, for a reader who may see alerts. */
function Days() {
  const account = useAccount()
  if (!may(account, 'alerts:view')) return null
  return account.userType === PRODUCT ? <DaysOfAll /> : <DaysOfOwn />
}
const DaysOfAll = () => <AlertDays query={useAllFigures()} />
const DaysOfOwn = () => <AlertDays query={useOwnFigures()} />
