// What the table's benchmark drives: the grid of the console over rows in memory (`?rows=1000000`), or the floor beside
// it, a bare list of a thousand plain rows whose focus moves by ↓ (`?floor`).
import { useMemo, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { sites } from '@tocsin/core/resources/sites/index'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Row } from '../../../web/data/row'
import { useKeyboard } from '../../../web/keys/use-keys'
import { createActiveRow } from '../../../web/table/active-row'
import { gridColumns } from '../../../web/table/grid-columns'
import { Grid, type GridHandle } from '../../../web/table/grid'
import { rowsInMemory } from '../../../web/table/row-source'
import { extendTo, EMPTY_SELECTION, toggleRow } from '../../../web/table/selection'
import { vocabulary, wordsIn } from '../../../web/words'
import '../../../web/main.css'
import './table.css'

vocabulary.add(['resources', 'sites'], sites.messages)
const resource = sites as Resource
const nothing = () => {}
const nameOf = (row: Row) => String(row['name'])

/** As a server sends it, made when it is asked for, so that the heap measured is the grid's. */
const siteAt = (index: number): Row => ({
  id: index + 1,
  version: 1,
  name: `Escola Municipal ${index + 1}`,
  tag: String(3_100_000 + index),
  active: index % 9 !== 0,
  location: { formatted: `Rua ${index % 997}, Abaeté, MG, Brasil` },
  registrationCodes: index % 3 === 0 ? [] : [{ id: index, code: `MZ${String(index % 10_000).padStart(4, '0')}` }],
  App: index % 4 === 0 ? null : { name: 'Alerta Escolar' },
})

/** Few rows are asked for again: those seen keep being the same objects, as they are in the console's cache. */
function remembered(total: number) {
  const rows = new Map<number, Row>()
  return rowsInMemory(total, (index) => {
    const known = rows.get(index) ?? siteAt(index)
    rows.delete(index)
    rows.set(index, known)
    if (rows.size > 5000) rows.delete(rows.keys().next().value!)
    return known
  })
}

function Table({ total }: { total: number }) {
  useKeyboard()
  const source = useMemo(() => remembered(total), [total])
  const [active] = useState(() => createActiveRow(0))
  const [selection, setSelection] = useState(EMPTY_SELECTION)
  const grid = useRef<GridHandle>(null)
  const columns = useMemo(
    () =>
      gridColumns({
        resource,
        paths: sites.columns,
        viewer: { userType: 'tocsin', role: 'root', permissions: ['sites:view', 'sites:update'] },
        reader: { t: wordsIn('en-US'), locale: 'en-US', resource },
        openHref: ({ id }) => `/sites/${id}/show`,
        editHref: ({ id }) => `/sites/${id}`,
      }),
    [],
  )
  return (
    <Grid
      handle={grid}
      label="Sites"
      source={source}
      columns={columns}
      active={active}
      narrow={false}
      selection={selection}
      selectLabel={nameOf}
      isFaint={({ active: isOn }) => isOn === false}
      selectAllLabel="all"
      sort={null}
      onPressHead={nothing}
      onTick={(row, index) => setSelection((before) => toggleRow(before, row, index))}
      onExtend={(from, to) => setSelection((before) => extendTo(before, from, to, source.at))}
      onOpen={nothing}
      onToggle={nothing}
      onFollow={nothing}
      textOf={nameOf}
      onSeen={nothing}
      onRest={nothing}
    />
  )
}

function floor(root: HTMLElement) {
  const list = document.createElement('div')
  list.className = 'floor'
  for (let index = 0; index < 1000; index++) {
    const row = document.createElement('div')
    row.tabIndex = index === 0 ? 0 : -1
    row.textContent = nameOf(siteAt(index))
    list.append(row)
  }
  const by: Record<string, number> = { ArrowDown: 1, PageDown: 20 }
  list.addEventListener('keydown', (event) => {
    const step = by[event.key]
    const from = [...list.children].indexOf(document.activeElement!)
    // Past the end it begins again: a key that moves nothing would be no floor.
    const to = list.children[(from + (step ?? 0)) % 1000] as HTMLElement | undefined
    if (!step || !to) return
    event.preventDefault()
    ;(list.children[from] as HTMLElement).tabIndex = -1
    to.tabIndex = 0
    to.focus()
  })
  root.append(list)
}

const root = document.getElementById('root')!
const asked = new URLSearchParams(location.search)
if (asked.has('floor')) floor(root)
else createRoot(root).render(<Table total={Number(asked.get('rows') ?? 100_000)} />)
