import { useRef, type KeyboardEvent } from 'react'
import type { Row } from '../data/row'
import { useSingleKeys } from '../keys/use-keys'
import type { ActiveRow } from './active-row'
import { hasRest, restOf } from '../rest'
import type { RowSource } from './row-source'

const folding = restOf(() => import('@tocsin/core/base/fold'))

/** The longest pause between letters that belong together (ms). */
const TOGETHER = 800
/** The number of rows searched; the filter finds rows further on. */
const LOOKED_THROUGH = 1000

/** Returns a key handler that moves to the next row beginning with the letters typed, while single keys are off. */
export function useTypeAhead(
  source: RowSource,
  active: ActiveRow,
  textOf: (row: Row) => string,
  move: (index: number) => void,
) {
  const [singleKeys] = useSingleKeys()
  const typed = useRef({ text: '', at: 0 })
  return (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, target } = event
    if (singleKeys || key.length !== 1 || ctrlKey || metaKey || altKey) return
    if ((target as HTMLElement).closest('input, button, a') || (key === ' ' && typed.current.text === '')) return
    if (!hasRest()) return
    const { fold } = folding()
    const now = event.timeStamp
    const goesOn = now - typed.current.at < TOGETHER
    typed.current = { text: fold((goesOn ? typed.current.text : '') + key), at: now }
    const total = Math.min(source.total ?? 0, LOOKED_THROUGH)
    for (let step = goesOn ? 0 : 1; step <= total; step++) {
      const index = (active.index + step) % (source.total ?? 1)
      const row = source.at(index)
      if (row && fold(textOf(row)).startsWith(typed.current.text)) {
        event.preventDefault()
        move(index)
        return
      }
    }
  }
}
