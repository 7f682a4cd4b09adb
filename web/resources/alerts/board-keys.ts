import type { RefObject } from 'react'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import { useKeys } from '../../keys/use-keys'
import type { RowAccess } from './use-live-rows'
import type { Work } from './use-work'

type Props = {
  access: RefObject<RowAccess | null>
  work: Work
  /** The alert in the drawer; null while it is closed. */
  opened: Alert | null
  /** The id of the element that is the drawer. */
  drawer: string
  open: (alert: Alert) => void
  close: () => void
  takeIn: () => void
  flipTests: () => void
}

/**
 * Handles the keys of the board, in its grid and in its drawer. It is drawn after the table, so that a key of
 * both is the board's.
 */
export function BoardKeys({ access, work, opened, drawer, open, close, takeIn, flipTests }: Props) {
  const element = () => document.getElementById(drawer)
  const isInside = () => element()?.contains(document.activeElement) ?? false
  const isInGrid = () => document.activeElement?.closest('[role=treegrid] [role=row][data-index]') !== null
  /** Runs an action on the alert that has the focus: that of the drawer, or the active row. */
  const on = (run: (alert: Alert) => void) => () => {
    const alert = isInside() ? opened : access.current?.active()
    if (!alert || isElsewhere()) return false
    run(alert)
    return true
  }
  const enter = () => {
    element()?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    return true
  }
  useKeys('record', {
    take: on(work.take),
    handOn: on(work.handOn),
    resolve: on(work.resolve),
    reopen: on(work.reopen),
    note: on((alert) => {
      if (opened?.id === alert.id) work.note(alert)
      else {
        open(alert)
        // The drawer of the row is drawn before the next frame.
        requestAnimationFrame(() => work.note(alert))
      }
    }),
    escape: () => {
      if (!opened) return false
      if (isInside()) access.current?.focus()
      else close()
      return true
    },
  })
  // The rows come after the board: a layer that is enabled with the drawer is above theirs.
  useKeys(
    'row',
    {
      intoCells: () => isInGrid() && opened?.id === access.current?.active()?.id && enter(),
      outOfCells: () => {
        if (!isInside()) return false
        access.current?.focus()
        return true
      },
    },
    { enabled: opened !== null },
  )
  useKeys('list', { takeIn, tests: flipTests })
  return null
}

/** Returns whether the focus is on something that is neither the board nor nothing: a menu, the sidebar. */
function isElsewhere(): boolean {
  const focused = document.activeElement
  return focused !== document.body && document.getElementById('content')?.contains(focused) !== true
}
