import { Suspense } from 'react'
import { outside } from '../rest'
import { leadsToApp } from './go/app-address'

const OpenInApp = outside(() => import('./go/open-in-app'))
const SentMessages = outside(() => import('./developer/sent-messages'))

/** Returns whether an address is outside of the console: its page does not depend on the account signed in. */
export const isOutside = (path: string): boolean => leadsToApp(path) || path === '/developer/messages'

export function OutsidePage({ path }: { path: string }) {
  return <Suspense>{leadsToApp(path) ? <OpenInApp /> : <SentMessages />}</Suspense>
}
