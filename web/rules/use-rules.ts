import { useMemo, useState } from 'react'
import { ALONE, isGroup, type Comparison, type Query } from '@tocsin/core/form/query'
import {
  addCondition,
  addGroup,
  EMPTY_CONDITION,
  EMPTY_QUERY,
  isSamePlace,
  movedTo,
  moveRule,
  removeRule,
  ruleAt,
  rulesOf,
  setCondition,
  swapCombinator,
  type Edit,
  type Place,
  type Rule,
} from '@tocsin/core/form/query-edit'

/** The parts of a row that can have the focus: the row itself, and its cells. */
export const CELLS = ['row', 'combinator', 'field', 'operator', 'value', 'remove'] as const
export type Cell = (typeof CELLS)[number]

type Step = { query: Query; at: Place }
type State = Step & {
  cell: Cell
  /** True while the cell is open for input. */
  isOpen: boolean
  /** False once the focus has left the cell for something else, which keeps it. */
  hasFocus: boolean
  /** The query before a rule was lifted; null while none is. */
  lifted: Step | null
  past: readonly Step[]
}

/** Returns the parts of a row that can have the focus, from left to right. */
export function cellsOf(rule: Rule | undefined, place: Place, readOnly: boolean): Cell[] {
  return CELLS.filter((cell) => {
    if (cell === 'row') return true
    if (cell === 'combinator') return !readOnly && place.at(-1) === 1
    if (cell === 'remove') return !readOnly
    if (rule === undefined || isGroup(rule)) return false
    return cell !== 'value' || !ALONE.has(rule.operator)
  })
}

/** Returns a state with a changed query, so that `undo` takes the change back. */
const changed = ({ query, at, past }: State, next: Step, there: Partial<State> = {}): Partial<State> => ({
  ...next,
  past: [...past, { query, at }],
  ...there,
})

/** The query that is edited in a dialog, the cell that has the focus, and the steps that can be undone. */
export function useRules(given: Query | null, readOnly: boolean) {
  const isNew = given === null || given.rules.length === 0
  // A field without rules opens with a condition to fill in.
  const [first] = useState<Query>(() =>
    !isNew ? given : readOnly ? EMPTY_QUERY : { ...EMPTY_QUERY, rules: [EMPTY_CONDITION] },
  )
  const [state, setState] = useState<State>({
    query: first,
    at: rulesOf(first)[0]?.place ?? [],
    cell: isNew && !readOnly ? 'field' : 'row',
    isOpen: false,
    hasFocus: true,
    lifted: null,
    past: [],
  })
  const { query, at, lifted, past } = state
  const rows = rulesOf(query)
  const cells = cellsOf(ruleAt(query, at), at, readOnly)
  const cell = cells.includes(state.cell) ? state.cell : 'row'
  const index = rows.findIndex(({ place }) => isSamePlace(place, at))

  // The handlers of the rows are always the same functions, so that a row that did not change is not drawn again.
  const acts = useMemo(() => {
    const set = (next: (now: State) => Partial<State>) =>
      setState((now) => ({ ...now, isOpen: false, hasFocus: true, ...next(now) }))
    return {
      set,
      focus: (place: Place, to?: Cell, isOpen = false) => set((now) => ({ at: place, cell: to ?? now.cell, isOpen })),
      close: (how?: 'left') => set(() => ({ hasFocus: how !== 'left' })),
      remove: (place: Place) => set((now) => changed(now, removeRule(now.query, place))),
      swap: (place: Place) => set((now) => changed(now, { query: swapCombinator(now.query, place), at: now.at })),
      /** `how`: the cell stays open for more, or the focus has left it. */
      setCondition: (place: Place, condition: Comparison, how?: 'stays' | 'left') =>
        set((now) =>
          changed(
            now,
            { query: setCondition(now.query, place, condition), at: place },
            { isOpen: how === 'stays', hasFocus: how !== 'left' },
          ),
        ),
    }
  }, [])
  const set = (change: Partial<State>) => acts.set(() => change)
  const tryEdit = (edit: Edit, there: Partial<State>) => {
    if ('why' in edit) return edit.why
    set(changed(state, edit, there))
    return null
  }

  return {
    ...state,
    acts,
    cell,
    rows,
    isChanged: JSON.stringify(query) !== JSON.stringify(first),
    /** Goes to another row, and keeps the cell where that row has it. */
    step(by: number) {
      const row = rows[Math.min(Math.max(index + by, 0), rows.length - 1)]
      if (row) set({ at: row.place })
    },
    /** Goes to another cell of the row. */
    stepCell(by: 1 | -1) {
      const to = cells[cells.indexOf(cell) + by]
      if (to) set({ cell: to })
    },
    open: () => set({ isOpen: true }),
    addCondition: () => tryEdit(addCondition(query, at), { cell: 'field' }),
    addGroup: () => tryEdit(addGroup(query, at), { cell: 'field' }),
    undo() {
      const last = past.at(-1)
      if (!last) return null
      set({ ...last, past: past.slice(0, -1) })
      return last.query
    },
    lift: (place: Place = at) => set({ at: place, lifted: { query, at: place }, cell: 'row' }),
    /** Moves the lifted rule by one place; returns the place, or why it stays. */
    move(by: 1 | -1): Place | 'first' | 'last' {
      const edit = moveRule(query, at, by)
      if ('why' in edit) return edit.why === 'last' ? 'last' : 'first'
      set(edit)
      return edit.at
    },
    /** Moves the lifted rule to another row. */
    moveTo: (row: number) => set(movedTo(query, at, row)),
    /** Leaves the lifted rule where it is, as one step that can be undone. */
    drop: () => set({ lifted: null, ...(lifted && lifted.query !== query ? { past: [...past, lifted] } : {}) }),
    putBack: () => lifted && set({ ...lifted, lifted: null }),
  }
}
export type Acts = ReturnType<typeof useRules>['acts']
