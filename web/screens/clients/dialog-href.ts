import { here } from '../../navigation/hrefs'

/** Where the dialog of a record stands open, which `name` says in the address: it can be linked to, and Back closes it. */
export function dialogHref(name: string, record: string | null): string {
  const [path, query] = here().split('?')
  const params = new URLSearchParams(query)
  if (record === null) params.delete(name)
  else params.set(name, record)
  return `${path}?${params.toString()}`
}

/** The id that the address asks for; null where it asks for none, or for a new one. */
export const idAsked = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null
