import { useLocation, useSearchParams } from 'wouter'
import { here } from '../../navigation/hrefs'

const NEW = 'new'

/** Where the dialog of a record stands open, which `name` says in the address: it can be linked to, and Back closes it. */
function dialogHref(name: string, record: string | null): string {
  const [path, query] = here().split('?')
  const params = new URLSearchParams(query)
  if (record === null) params.delete(name)
  else params.set(name, record)
  return `${path}?${params.toString()}`
}

/** The id that the address asks for; null where it asks for none, or for a new one. */
const idAsked = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null

/**
 * The dialog that makes or changes a record of a tab, as the address says under `name`. `asked`: what is open in it, null
 * where it is closed; `id`: the record that is changed, null for a new one; `props`: what the dialog itself takes.
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
