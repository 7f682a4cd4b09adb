import { stored } from '../stored'

/** True if management calls carry /v2/{userType}: the server's last response, stored in case none comes. */
const kept = stored('useRoutesV2')

let current: boolean | undefined

export const usesRoutesV2 = (): boolean => (current ??= kept.get() === 'true')

/** Stores the server's response. Where storage is refused or full, the response holds for this page alone. */
export function keepRoutesV2(on: boolean): void {
  current = on
  kept.set(String(on))
}
