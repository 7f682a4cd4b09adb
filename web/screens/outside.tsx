import { lazy, Suspense } from 'react'
import { leadsToApp } from './go/app-address'

const OpenInApp = lazy(() => import('./go/open-in-app'))
const SentMessages = lazy(() => import('./developer/sent-messages'))

/** Returns whether an address is outside of the console: its page does not depend on the account signed in. */
export const isOutside = (path: string): boolean => leadsToApp(path) || path === '/developer/messages'

export function OutsidePage({ path }: { path: string }) {
  return <Suspense>{leadsToApp(path) ? <OpenInApp /> : <SentMessages />}</Suspense>
}
