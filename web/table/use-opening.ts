import { useLocation } from 'wouter'
import type { Row } from '../data/row'
import { fromHere } from '../navigation/leave-to'

/** Returns the ways from a list to a record. `remember` notes where the list was left, for the way back. */
export function useOpening(openHref: ((row: Row) => string | undefined) | undefined, remember: () => void) {
  const [, navigate] = useLocation()
  const follow = (href: string): void => {
    remember()
    navigate(href, { state: fromHere() })
  }
  const open = (row: Row, way: 'here' | 'tab'): void => {
    const href = openHref?.(row)
    if (href === undefined) return
    if (way === 'here') return follow(href)
    remember()
    window.open(href, '_blank', 'noopener')
  }
  return { follow, open }
}
