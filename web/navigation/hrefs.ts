import { pathOf, type Face } from '@tocsin/core/vocabulary/resource'
import { currentAccount } from '../data/account'
import { everyFace, findFace } from '../data/resources'
import { viewOf } from '../data/views'

export type ScreenKind = 'list' | 'create' | 'show' | 'edit'

/**
 * Returns the address of a resource's list, `/sites` or `/registration-data/schemas`. Its other screens are below it.
 */
export function listHref(resourceName: string): string {
  const own = currentAccount()?.userType === 'client' ? viewOf(resourceName).clientPath : undefined
  const resource = findFace(resourceName)
  return `/${own ?? (resource ? pathOf(resource) : resourceName)}`
}

/** Returns every address of a resource's list, for any viewer. */
const addressesOf = (resource: Face): string[] =>
  [pathOf(resource), viewOf(resource.name).clientPath].flatMap((path) => (path === undefined ? [] : [`/${path}`]))

/** Returns the resource, screen and id of an address; null if it is no screen. An impossible id is no screen. */
export function screenAt(pathname: string): { resource: Face; kind: ScreenKind; id: number } | null {
  // The longest path comes first: a resource may be below another (`registration-data/schemas`).
  const found = everyFace()
    .filter(({ name }) => !viewOf(name).screenless)
    .flatMap((resource) => addressesOf(resource).map((address) => ({ resource, address })))
    .filter(({ address }) => pathname === address || pathname.startsWith(`${address}/`))
    .sort((a, b) => b.address.length - a.address.length)[0]
  if (!found) return null
  const { resource } = found
  const rest = pathname.slice(found.address.length)
  if (rest === '') return { resource, kind: 'list', id: 0 }
  if (rest === '/create') return { resource, kind: 'create', id: 0 }
  const [, id, show] = /^\/([1-9]\d{0,9})(\/show)?$/.exec(rest) ?? []
  return id === undefined ? null : { resource, kind: show ? 'show' : 'edit', id: Number(id) }
}

/** The addresses of a record's two screens: `/sites/7/show`, `/sites/7`. */
export const showHref = (resource: string, id: number): string => `${listHref(resource)}/${id}/show`
export const editHref = (resource: string, id: number): string => `${listHref(resource)}/${id}`

/** Returns the address to edit a record, with the present address to return to. */
export const editAndBackHref = (resource: string, id: number): string =>
  `${editHref(resource, id)}?redirect=${encodeURIComponent(here())}`

/** Returns the address to create a record, with the known values and the address to return to. */
export function createHref(resource: string, known: Record<string, string | number> = {}, redirect?: string): string {
  const query = new URLSearchParams(Object.entries(known).map(([name, value]) => [name, String(value)]))
  if (redirect) query.set('redirect', redirect)
  const text = query.toString()
  return `${listHref(resource)}/create${text ? `?${text}` : ''}`
}

/**
 * Returns the address that a form returns to, from `?redirect=`; null if it is not a path of this origin. The text must
 * begin with one slash and is parsed as a browser does, so that no spelling of another origin gets through (A-072,
 * T65).
 */
export function safeRedirect(text: string | null): string | null {
  if (!text?.startsWith('/') || /^[/\\]{2}/.test(text) || /[\u0000-\u001f\\]/.test(text)) return null
  try {
    const base = 'https://here.invalid'
    const url = new URL(text, base)
    return url.origin === base && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : null
  } catch {
    return null
  }
}

/**
 * Returns the address that a form returns to after it has created a record: a list gets the hash of the new row, any
 * other address is unchanged.
 */
export function withRow(href: string, id: number): string {
  const [address = '', hash] = href.split('#')
  const [path = '', query] = address.split('?')
  const kind = screenAt(path)?.kind
  // An edit page with a chosen tab holds the list of that tab.
  const isList = kind === 'list' || kind === 'show' || (kind === 'edit' && new URLSearchParams(query).has('tab'))
  return isList && hash === undefined ? `${address}#row=${id}` : href
}

/** Returns the present path and query, to return to. */
export const here = (): string => location.pathname + location.search
