import { useRef, type KeyboardEvent } from 'react'
import type { Row } from '../data/row'
import { useSingleKeys } from '../keys/use-keys'
import type { ActiveRow } from './active-row'
import type { GridMotion } from './grid-motion'
import { hasRest, restOf } from '../rest'
import type { RowSource } from './row-source'

const folding = restOf(() => import('@tocsin/core/base/fold'))

/** The longest pause between letters that belong together (ms). */
const TOGETHER = 800
/** The number of rows searched; the filter finds rows further on. */
const LOOKED_THROUGH = 1000

/**
 * Returns a key handler that moves to the next heading or row that begins with the letters typed. In the headings letters
 * do nothing else; among the rows they do this only while single keys are off.
 */
export function useTypeAhead(source: RowSource, active: ActiveRow, textOf: (row: Row) => string, motion: GridMotion) {
  const [singleKeys] = useSingleKeys()
  const typed = useRef({ text: '', at: 0 })
  return (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, target } = event
    const inHead = motion.inHead()
    if ((inHead ? !/^\p{L}$/u.test(key) : singleKeys || key.length !== 1) || ctrlKey || metaKey || altKey) return
    if ((target as HTMLElement).closest('input, button, a') || (key === ' ' && typed.current.text === '')) return
    if (inHead) event.preventDefault()
    if (!hasRest()) return
    const { fold } = folding()
    const now = event.timeStamp
    const goesOn = now - typed.current.at < TOGETHER
    typed.current = { text: fold((goesOn ? typed.current.text : '') + key), at: now }
    const heads = inHead ? motion.headings() : []
    const total = inHead ? heads.length : (source.total ?? 0)
    const from = inHead ? heads.indexOf(target as HTMLElement) : active.index
    for (let step = goesOn ? 0 : 1; step <= Math.min(total, LOOKED_THROUGH); step++) {
      const index = (from + step) % total
      const row = inHead ? undefined : source.at(index)
      const text = row ? textOf(row) : heads[index]?.textContent
      if (text && fold(text).startsWith(typed.current.text)) {
        event.preventDefault()
        if (inHead) motion.goToHeading(() => index)
        else motion.move(index)
        return
      }
    }
  }
}
