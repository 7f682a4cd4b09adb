import { useId, useRef, type ReactNode, type Ref } from 'react'
import { css } from 'styled-system/css'
import type { Fields, Resource } from '@tocsin/core/vocabulary/resource'
import type { Unmatched } from '../form/choice-box'
import { Button } from '../ui/button'
import { Toggle } from '../ui/toggle'
import { useT } from '../words'
import type { ListState } from './address'
import { FilterInput } from './filter-input'
import type { FilterChoices } from './table-props'
import type { HiddenRows, ListChange } from './list-request'
import { cx } from '../ui/cx'
import { useListActions } from './use-list-actions'

type Props = {
  resource: Resource
  state: ListState
  onChange: (change: ListChange) => void
  /** Leaves the list of individually chosen records. */
  onLeaveOnly: () => void
  /** The client of a list of one client. */
  within: number | undefined
  unmatched: Readonly<Record<string, Unmatched>>
  onUnmatched: (name: string, typed: Unmatched | null) => void
  /** The filters offered behind the button. */
  offered: Fields
  choices: FilterChoices | undefined
  /** The filter whose switch shows hidden rows. */
  hidden: HiddenRows | undefined
  searchable: boolean
  filterRef: Ref<HTMLInputElement>
  /** Whether the filters behind the button are shown. */
  open: boolean
  onOpen: (open: boolean) => void
  onLeaveFilter: () => void
  onColumns: () => void
  /** Undefined for a list that refreshes itself. */
  onRefresh: (() => void) | undefined
  fetching: boolean
  narrow: boolean
  /** True where there is no room for the names of buttons, nor for those that a key replaces. */
  compact: boolean
  /** The control of the order where there are no headings to press. */
  order: ReactNode
  children?: ReactNode
}

/** The line above a list: its text filter, its other filters, its columns. */
export function Toolbar({
  resource,
  state,
  onChange,
  onLeaveOnly,
  within,
  unmatched,
  onUnmatched,
  offered,
  choices,
  hidden,
  searchable,
  filterRef,
  open,
  onOpen,
  onLeaveFilter,
  onColumns,
  onRefresh,
  fetching,
  narrow,
  compact,
  order,
  children,
}: Props) {
  const t = useT()
  const actions = useListActions()
  const panel = useId()
  const used = Object.keys(offered).filter((name) => state.filters[name] !== undefined).length
  const filtersButton = useRef<HTMLButtonElement>(null)
  const names = t(`resources.${resource.name}.names`).toLowerCase()
  const has = Object.keys(offered).length > 0
  const more = (
    <>
      {hidden && (
        <label className={line}>
          <Toggle
            on={state.filters[hidden] === true}
            label={t(`table.${hidden}`)}
            onChange={(on) => onChange({ filters: { [hidden]: on || null }, offset: 0 })}
          />
          {t(`table.${hidden}`)}
        </label>
      )}
      {order}
      <span className={end}>
        {!narrow && children}
        {!compact && (
          <>
            <Button look="quiet" icon="columns" onClick={onColumns}>
              {t('table.columns')}
            </Button>
            {onRefresh && (
              <Button
                look="quiet"
                icon="refreshCw"
                iconOnly
                keys={['R']}
                busy={fetching}
                aria-keyshortcuts="r"
                onClick={onRefresh}
              >
                {t('table.refresh')}
              </Button>
            )}
          </>
        )}
      </span>
    </>
  )
  return (
    <>
      <div className={cx(bar, compact && tight)}>
        {searchable && (
          <FilterInput
            ref={filterRef}
            label={t('table.filter', { names })}
            value={state.q}
            onChange={(q) => onChange({ q, offset: 0 })}
            onLeave={onLeaveFilter}
          />
        )}
        {(has || narrow) && (
          <Button
            ref={filtersButton}
            look="quiet"
            icon="funnel"
            iconOnly={narrow || compact}
            aria-expanded={open}
            aria-controls={open ? panel : undefined}
            onClick={() => onOpen(!open)}
          >
            {used > 0 ? `${t('table.filters')} (${used})` : t('table.filters')}
          </Button>
        )}
        {!narrow && more}
      </div>
      {narrow && <div className={bar}>{children}</div>}
      {(has || narrow) && open && (
        <div id={panel}>
          {has && actions && (
            <actions.FilterPanel
              resource={resource}
              fields={offered}
              choices={choices}
              values={state.filters}
              within={within}
              unmatched={unmatched}
              onUnmatched={onUnmatched}
              onChange={(name, value) => onChange({ filters: { [name]: value }, offset: 0 })}
            />
          )}
          {narrow && <div className={bar}>{more}</div>}
        </div>
      )}
      {actions && (
        <actions.FilterChips
          resource={resource}
          fields={offered}
          choices={choices}
          values={state.filters}
          onRemove={(name) => onChange({ filters: { [name]: null }, offset: 0 })}
          only={state.ids?.length ?? null}
          onLeaveOnly={onLeaveOnly}
          onEmptied={() => (filtersButton.current ?? document.querySelector<HTMLElement>('main input'))?.focus()}
        />
      )}
    </>
  )
}

const bar = css({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  flexShrink: '0',
  gap: '2',
  paddingInline: { base: '6', _narrow: '4' },
  paddingBottom: '3',
  _empty: { display: 'none' },
})
// The filter gives way to the buttons.
const tight = css({
  flexWrap: 'nowrap',
  gap: '1',
  paddingInline: '4',
  '& > :first-child': { flex: '1', minWidth: '[96px]' },
})
const line = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2',
  minHeight: { base: 'control', _narrow: 'touch' },
  paddingInline: '2',
  color: 'fg.muted',
})
const end = css({ display: 'inline-flex', alignItems: 'center', flexWrap: 'wrap', gap: '1', marginInlineStart: 'auto' })
