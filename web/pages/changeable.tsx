import type { ReactNode } from 'react'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Row } from '../data/row'
import { showHref } from '../navigation/hrefs'
import { isChanged } from '../navigation/leave'
import { useT } from '../words'
import { Refused } from './dead-ends'
import { lockText } from './lock-text'

type Props = {
  resource: Resource
  row: Row
  /** The form; `locked`: the reason nothing can be changed any more. */
  children: (locked: string | null) => ReactNode
}

/** Shows the form of a record, or instead of it the reason the record cannot be changed and the way to its page. */
export function Changeable({ resource, row, children }: Props) {
  const t = useT()
  const why = lockText(resource, row, t)
  // A form with something typed into it stays and refuses.
  if (why !== null && !isChanged()) return <Refused why={why} see={showHref(resource.name, row.id)} />
  return children(why)
}
