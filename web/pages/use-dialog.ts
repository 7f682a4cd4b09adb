import { useLocation, useSearchParams } from 'wouter'
import { here } from '../navigation/hrefs'

const NEW = 'new'

/** Returns the address that opens the dialog of a record under `name`, or with null the address that closes it. */
export function dialogHref(name: string, record: string | null): string {
  const [path = '', query] = here().split('?')
  const params = new URLSearchParams(query)
  if (record === null) params.delete(name)
  else params.set(name, record)
  return params.size === 0 ? path : `${path}?${params.toString()}`
}

/** Returns the id in the address; null if there is none, or for a new record. */
const idAsked = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null

/**
 * Returns the state of a tab's dialog from the parameter `name` of the address. `asked` is the value of the parameter,
 * null while the dialog is closed. `create` and `edit` are the addresses that open the dialog. `props.id` is the id to
 * edit, null for a new record.
 */
export function useDialog(name: string) {
  const [, navigate] = useLocation()
  const [query] = useSearchParams()
  const said = query.get(name)
  const id = idAsked(said)
  return {
    asked: said === NEW || id !== null ? said : null,
    create: dialogHref(name, NEW),
    edit: (record: number) => dialogHref(name, String(record)),
    props: {
      id,
      href: dialogHref(name, said),
      onClose: () => navigate(dialogHref(name, null), { replace: true }),
    },
  }
}
