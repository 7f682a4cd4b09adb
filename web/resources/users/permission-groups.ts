import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { GUEST } from '@tocsin/core/vocabulary/permissions'

/** The area of a permission and its rights: `license:comments:view` → `license:comments` and `view`. */
export type Permitted = { area: string; rights: readonly string[] }

/** Areas that contain a colon themselves. */
const AREAS = ['client:terms', 'license:comments', 'login_as:user']

/** Groups permission strings by area, in the order in which they come. */
export function permissionGroups(permissions: readonly string[]): Permitted[] {
  const groups = new Map<string, string[]>()
  for (const permission of permissions) {
    if (permission === GUEST) continue
    const area = AREAS.find((one) => permission.startsWith(`${one}:`)) ?? permission.slice(0, permission.indexOf(':'))
    groups.set(area, [...(groups.get(area) ?? []), permission.slice(area.length + 1)])
  }
  return [...groups].map(([area, rights]) => ({ area, rights }))
}

/** Returns the words of an area: its own, or those of the resource that it names. */
export function areaIn(t: Translate, area: string): string {
  const key = `people.areas.${area}`
  const own = t(key)
  return own === key ? t(`resources.${area}.names`) : own
}
