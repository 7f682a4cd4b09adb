import { GUEST } from '@tocsin/core/vocabulary/permissions'

/** `license:comments:view` → `license:comments` and `view`: what a permission is about, and what it lets one do. */
export type Permitted = { area: string; rights: readonly string[] }

/** Those whose first colon is not between the two. */
const AREAS = ['client:terms', 'license:comments', 'login_as:user']

/** Permission strings by what they are about, in the order in which they come. */
export function permissionGroups(permissions: readonly string[]): Permitted[] {
  const groups = new Map<string, string[]>()
  for (const permission of permissions) {
    if (permission === GUEST) continue
    const area = AREAS.find((one) => permission.startsWith(`${one}:`)) ?? permission.slice(0, permission.indexOf(':'))
    groups.set(area, [...(groups.get(area) ?? []), permission.slice(area.length + 1)])
  }
  return [...groups].map(([area, rights]) => ({ area, rights }))
}
