import { useLocation } from 'wouter'
import type { Row } from '../data/row'
import { fromHere } from '../navigation/leave-to'
import type { Panels } from './panels'

/** Returns whether an address is that of the page, whatever the spelling of its query. */
function isHere(href: string): boolean {
  const { pathname, searchParams } = new URL(href, location.href)
  return pathname === location.pathname && searchParams.toString() === new URLSearchParams(location.search).toString()
}

/**
 * Returns the functions that follow a link from a list and open a row. `remember` stores the state of the list; `enter`
 * goes into the record that is open beside the list already. `panels` are those of rows without a page.
 */
export function useOpening(
  openHref: ((row: Row) => string | undefined) | undefined,
  remember: () => void,
  enter?: () => void,
  panels?: Panels,
) {
  const [, navigate] = useLocation()
  const follow = (href: string): void => {
    if (enter && isHere(href)) return enter()
    remember()
    navigate(href, { state: fromHere() })
  }
  const open = (row: Row, way: 'here' | 'tab'): void => {
    const href = openHref?.(row)
    // A row without a page of its own opens its panel.
    if (href === undefined) return panels?.set(row, panels.open !== row.id)
    if (way === 'here') return follow(href)
    remember()
    window.open(href, '_blank', 'noopener')
  }
  return { follow, open }
}
