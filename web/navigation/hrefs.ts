import { pathOf, type Resource } from '@tocsin/core/vocabulary/resource'
import { currentAccount } from '../data/account'
import { everyResource, findResource } from '../data/nouns'

export type ScreenKind = 'list' | 'create' | 'show' | 'edit'

/** A client's own people have some screens under another address: of one kind of record, which are theirs (SHELL-08, A-099). */
const OF_CLIENTS: Readonly<Record<string, string>> = { terms: 'client-terms' }

/** The address of a noun's list, `/sites` or `/registration-data/schemas`: its other screens lie below it. */
export function listHref(noun: string): string {
  const own = currentAccount()?.userType === 'client' ? OF_CLIENTS[noun] : undefined
  const resource = findResource(noun)
  return `/${own ?? (resource ? pathOf(resource) : noun)}`
}

/** Nouns that are read and written without screens of their own (API-24, A-125). */
const SCREENLESS: ReadonlySet<string> = new Set(['registration-data'])
export const hasScreens = (noun: string): boolean => !SCREENLESS.has(noun)

/** Every address of a noun's list, whoever asks. */
const addressesOf = (resource: Resource): string[] =>
  [pathOf(resource), OF_CLIENTS[resource.name]].flatMap((path) => (path === undefined ? [] : [`/${path}`]))

/** Which screen of which noun an address is; null where it is none. An id that cannot be one is no screen. */
export function screenAt(pathname: string): { resource: Resource; kind: ScreenKind; id: number } | null {
  // The longest path first: a noun may lie below another (`registration-data/schemas`).
  const found = everyResource()
    .filter(({ name }) => hasScreens(name))
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

/** Where a record's screens are: `/sites/7/show`, `/sites/7`. */
export const showHref = (noun: string, id: number): string => `${listHref(noun)}/${id}/show`
export const editHref = (noun: string, id: number): string => `${listHref(noun)}/${id}`

/** Where a record is changed, and the place to come back to: the tab that it was found in. */
export const editAndBackHref = (noun: string, id: number): string =>
  `${editHref(noun, id)}?redirect=${encodeURIComponent(here())}`

/** Where one is made: with what is known already, and where to go back to. */
export function createHref(noun: string, known: Record<string, string | number> = {}, redirect?: string): string {
  const query = new URLSearchParams(Object.entries(known).map(([name, value]) => [name, String(value)]))
  if (redirect) query.set('redirect', redirect)
  const text = query.toString()
  return `${listHref(noun)}/create${text ? `?${text}` : ''}`
}

/**
 * Where a form goes when it is done, from `?redirect=`: a path on this origin that begins with one slash, read the way a
 * browser reads it, so that no spelling of another origin gets through (A-072, T65).
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
 * Where a form leads that has made a record: back to the list it came from, there to the new row; to another place of the
 * console as it is.
 */
export function withRow(href: string, id: number): string {
  const [address = '', hash] = href.split('#')
  const [path = '', query] = address.split('?')
  const kind = screenAt(path)?.kind
  // Where a record is changed, a tab that was chosen has what belongs to it.
  const isList = kind === 'list' || kind === 'show' || (kind === 'edit' && new URLSearchParams(query).has('tab'))
  return isList && hash === undefined ? `${address}#row=${id}` : href
}

/** The place one was at, to come back to. */
export const here = (): string => location.pathname + location.search
