import { may, neededFor, type Viewer } from '@tocsin/core/vocabulary/permissions'
import { pathOf, type Face } from '@tocsin/core/vocabulary/resource'
import { currentAccount } from '../data/account'
import { everyFace, findFace } from '../data/resources'
import { viewOf } from '../data/views'

export type ScreenKind = 'list' | 'create' | 'show' | 'edit'

/** A screen of a resource. `ofClients`: it has the path of the clients' own records. */
export type ScreenAddress = { resource: Face; kind: ScreenKind; id: number; ofClients: boolean }

/** The verbs of the screens. */
export const VERBS = { list: 'view', create: 'create', show: 'view', edit: 'update' } as const

/**
 * Returns the permissions of which a viewer needs one for a screen. Two paths to the records of one resource share its
 * calls, and each takes its own permissions; the form of a record takes either at the first path (PERM-33, PERM-34).
 */
export function neededAt({ resource, kind, ofClients }: Omit<ScreenAddress, 'id'>, viewer: Viewer): readonly string[] {
  const needed = neededFor(resource.can[VERBS[kind]], viewer)
  return viewOf(resource.name).clientPath === undefined || (kind === 'edit' && !ofClients)
    ? needed
    : needed.filter((one) => one.startsWith('client:') === ofClients)
}

/**
 * Returns the address of a resource's list, `/sites` or `/registration-data/schemas`. Its other screens are below it.
 * Where the clients' own records have a path besides, an account without the permission for the first has that one.
 */
export function listHref(resourceName: string, kind: ScreenKind = 'list'): string {
  const resource = findFace(resourceName)
  const { clientPath } = viewOf(resourceName)
  const account = currentAccount()
  const isClients =
    resource && clientPath && account && !may(account, neededAt({ resource, kind, ofClients: false }, account))
  return `/${isClients ? clientPath : resource ? pathOf(resource) : resourceName}`
}

/** Returns every address of a resource's list, for any viewer. */
const addressesOf = (resource: Face) =>
  [pathOf(resource), viewOf(resource.name).clientPath].flatMap((path, at) =>
    path === undefined ? [] : [{ resource, address: `/${path}`, ofClients: at > 0 }],
  )

/** Returns the screen of an address; null if it is no screen. An impossible id is no screen. */
export function screenAt(pathname: string): ScreenAddress | null {
  // The longest path comes first: a resource may be below another (`registration-data/schemas`).
  const found = everyFace()
    .filter(({ name }) => !viewOf(name).screenless)
    .flatMap(addressesOf)
    .filter(({ address }) => pathname === address || pathname.startsWith(`${address}/`))
    .sort((a, b) => b.address.length - a.address.length)[0]
  if (!found) return null
  const { address, ...at } = found
  const rest = pathname.slice(address.length)
  if (rest === '') return { ...at, kind: 'list', id: 0 }
  if (rest === '/create') return { ...at, kind: 'create', id: 0 }
  const [, id, show] = /^\/([1-9]\d{0,9})(\/show)?$/.exec(rest) ?? []
  return id === undefined ? null : { ...at, kind: show ? 'show' : 'edit', id: Number(id) }
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
  return `${listHref(resource, 'create')}/create${text ? `?${text}` : ''}`
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
