import { flushSync } from 'react-dom'
import { go } from '../navigation/go'
import { countUse } from '../data/visits'
import { closePalette } from '../commands/open-palette'
import { hrefOf, type Row } from './rows'
import type { Press } from './use-results'

/** Opens the address of a row, in this tab or another; returns false where the row has none. */
export function leaveFor(row: Row, how: Press, account: number): boolean {
  const href = hrefOf(row)
  if (how === 'aside' && href !== null) {
    window.open(href, '_blank', 'noopener')
    closePalette()
    return true
  }
  const { doing } = row
  if (doing.kind !== 'go') return false
  if (doing.record) countUse(account, `${doing.record.noun}/${doing.record.id}`)
  flushSync(closePalette)
  go(doing.href)
  return true
}
