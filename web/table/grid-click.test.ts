import type { MouseEvent } from 'react'
import { expect, it, vi } from 'vitest'
import { createActiveRow } from './active-row'
import { pressInGrid } from './grid-click'

type Handlers = Parameters<typeof pressInGrid>[1]

/** An element as far as a press looks at it: `closest` and `querySelector` answer by selector. */
const element = (dataset: Record<string, string>, found: Record<string, unknown> = {}) => ({
  dataset,
  closest: (selector: string) => found[selector] ?? null,
  querySelector: (selector: string) => found[selector] ?? null,
})
const CONTROLS = 'a, button, input, select'
const INSIDE = '[data-select], [data-toggle]'

/** Presses a cell whose control, if it has one, has this data; returns what the grid did. */
function press(within: 'cell' | 'control', data: Record<string, string> | null): string[] {
  const done: string[] = []
  const note = (name: string) => () => void done.push(name)
  const row = element({ index: '3' })
  const control = data && element(data)
  const cell = element({}, control ? { [INSIDE]: control } : {})
  const target = element(
    {},
    {
      '[data-index]': row,
      '[role=gridcell]': cell,
      ...(within === 'control' && control ? { [CONTROLS]: control } : {}),
    },
  )
  vi.stubGlobal('getSelection', () => '')
  pressInGrid({ target, button: 0, preventDefault: () => {} } as unknown as MouseEvent<HTMLElement>, {
    motion: { move: () => {}, focusRow: () => {} } as unknown as Handlers['motion'],
    source: { at: () => ({ id: 7 }) } as unknown as Handlers['source'],
    active: createActiveRow(0),
    column: { current: null },
    onOpen: note('open'),
    onTick: note('tick'),
    onExtend: note('extend'),
    onLift: undefined,
    panels: undefined,
    onFollow: note('follow'),
    onToggle: note('toggle'),
  })
  return done
}

it('W17 selects by a press anywhere in the first cell, and never opens the record by one beside a switch', () => {
  for (const within of ['control', 'cell'] as const) {
    expect(press(within, { select: '' }), within).toEqual(['tick'])
    expect(press(within, { toggle: '' }), within).toEqual(['toggle'])
  }
  expect(press('cell', null)).toEqual(['open'])
})
