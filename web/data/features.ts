import { features, showsPlaygroundIn, usesHandlersV2In, usesRoutesV2In } from '@tocsin/core/api/auth'
import { store } from '../store'
import { accountAtom } from './account'
import { openHttp } from './api'
import { keepHandlersV2 } from './handlers-v2'
import { keepPlayground } from './playground-view'
import { keepRoutesV2 } from './routes-v2'

let asking: Promise<void> | undefined
let again = false

/** Requests the feature flags now and at each change of account: sign-in, switch, refresh, sign-out. */
export function followFeatures(): void {
  void askFeatures()
  store.sub(accountAtom, () => void askFeatures())
}

/** Sends one request at a time; a change during a request leads to one more afterwards. */
function askFeatures(): Promise<void> {
  again = asking !== undefined
  asking ??= features(openHttp)
    .then((list) => {
      keepRoutesV2(usesRoutesV2In(list))
      keepHandlersV2(usesHandlersV2In(list))
      keepPlayground(showsPlaygroundIn(list))
    })
    // If the request fails, the last response stays in force (FLAG-07).
    .catch((error: unknown) => console.warn('features', error))
    .finally(() => {
      asking = undefined
      if (again) void askFeatures()
    })
  return asking
}
