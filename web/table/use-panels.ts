import { useCallback, useId, useMemo, useState } from 'react'
import type { Row } from '../data/row'
import * as tools from './panel-tools'
import type { Panels } from './panels'

/** Keeps which row of a list has its panel open. `label` tells what the panel of a row shows; callers memoize it. */
export function usePanels(label: (row: Row) => string) {
  const id = useId()
  const [opened, setOpened] = useState<Row | null>(null)
  const panels = useMemo<Panels>(
    () => ({ tools, id, label, open: opened?.id ?? null, set: (row, open) => setOpened(open ? row : null) }),
    [id, label, opened],
  )
  return { id, opened, panels, close: useCallback(() => setOpened(null), []) }
}
