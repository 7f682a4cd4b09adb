import { useLocation } from 'wouter'
import type { Row } from '../data/row'
import { fromHere } from '../navigation/leave-to'

/** Returns the functions that follow a link from a list and open a row. `remember` stores the state of the list. */
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
