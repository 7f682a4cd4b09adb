import { stored } from '../stored'

/** True if management calls carry /v2/{userType}: the server's last answer, kept for when it is silent. */
const kept = stored('useRoutesV2')

let current: boolean | undefined

export const usesRoutesV2 = (): boolean => (current ??= kept.get() === 'true')

/** Keeps the server's answer. If the store refuses it or is full, it holds for this page alone. */
export function keepRoutesV2(on: boolean): void {
  current = on
  kept.set(String(on))
}
