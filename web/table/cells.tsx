import type { ReactNode } from 'react'
import { css, cx } from 'styled-system/css'
import { mayDo, type Viewer } from '@tocsin/core/permissions'
import type { Resource } from '@tocsin/core/resource'
import { nameOf } from '../acts/run-action'
import type { Row } from '../acts/targets'
import { Chip } from '../ui/chip'
import { Icon } from '../ui/icon'
import { Toggle } from '../ui/toggle'
import { NOTHING } from '../record/display'
import { valueAt } from '../record/field-at'
import { columnAt, trackOf, type Column } from './columns'
import type { GridColumn } from './grid-row'
import { textOf, type Reader } from './value-text'

/** Where there is nothing. On a narrow screen it is left out. */
const pen = <Icon name="pencil" />
const none = <span data-none="">{NOTHING}</span>

/** Chips that fit before the rest is a number. */
const CHIPS = 2

export type CellSetup = {
  resource: Resource
  paths: readonly string[]
  viewer: Viewer
  reader: Reader
  /** Cells of a screen's own, by path. */
  cells?: Readonly<Record<string, (row: Row) => ReactNode>> | undefined
  openHref: ((row: Row) => string) | undefined
  editHref: ((row: Row) => string) | undefined
  onToggle: (row: Row) => void
}

/** The columns as the grid draws them: a cell by the kind of its field. */
export function gridColumns(setup: CellSetup): GridColumn[] {
  const { resource, paths, viewer, reader, editHref } = setup
  const { t } = reader
  const columns = paths.flatMap((path): GridColumn[] => {
    const column = columnAt(resource, path)
    if (!column) return []
    return [
      {
        id: path,
        label: t(column.label),
        track: trackOf(column),
        sortable: column.sortable,
        heads: column.kind === 'title',
        look: column.kind === 'toggle' ? 'switch' : column.kind === 'mono' ? 'code' : undefined,
        cell: setup.cells?.[path] ?? drawing(column, setup),
      },
    ]
  })
  // Without its name a row still has to be called something.
  if (!columns.some(({ heads }) => heads) && columns[0]) columns[0] = { ...columns[0], heads: true }
  if (!editHref || !mayDo(viewer, resource, 'update')) return columns
  const edit = (row: Row) => (
    <a
      href={editHref(row)}
      tabIndex={-1}
      className={pencil}
      aria-label={t('table.edit', { name: nameOf(resource, row) })}
      data-link=""
    >
      {pen}
    </a>
  )
  return [
    ...columns,
    { id: 'edit', label: t('table.actionsColumn'), track: '48px', unseen: true, wideOnly: true, cell: edit },
  ]
}

function drawing(column: Column, { resource, viewer, reader, openHref, onToggle }: CellSetup): (row: Row) => ReactNode {
  const { path, kind } = column
  const { t } = reader
  const text = (row: Row) => textOf(row, column, reader)
  switch (kind) {
    case 'title':
      return (row) => {
        const name = text(row) || `#${row.id}`
        if (!openHref)
          return (
            <span className={title} title={name}>
              {name}
            </span>
          )
        return (
          <a href={openHref(row)} tabIndex={-1} className={cx(title, link)} title={name} data-open="">
            {name}
          </a>
        )
      }
    case 'toggle': {
      const field = t(column.label)
      const may = {
        true: mayDo(viewer, resource, { action: 'deactivate' }),
        false: mayDo(viewer, resource, { action: 'activate' }),
      }
      return (row) => {
        const on = valueAt(row, path) === true
        if (!may[on ? 'true' : 'false']) return text(row)
        return (
          <Toggle
            on={on}
            look="row"
            tabIndex={-1}
            label={t('table.activeOf', { field, name: nameOf(resource, row) })}
            onChange={() => onToggle(row)}
          />
        )
      }
    }
    case 'chips':
      return (row) => {
        const value = valueAt(row, path)
        const codes = Array.isArray(value) ? value.map((one) => String(valueAt(one, 'code') ?? '')) : []
        if (codes.length === 0) return none
        return (
          <span className={chips} title={codes.join(', ')}>
            {codes.slice(0, CHIPS).map((code) => (
              <Chip tone="mono" key={code}>
                {code}
              </Chip>
            ))}
            {codes.length > CHIPS && <span className={more}>+{codes.length - CHIPS}</span>}
          </span>
        )
      }
    case 'ref': {
      const noun = column.field.of
      return (row) => {
        const id = valueAt(row, path)
        if (typeof id !== 'number') return none
        const name = text(row)
        return (
          <a href={`/${noun}/${id}/show`} tabIndex={-1} className={cx(link, muted)} data-link="">
            {name}
          </a>
        )
      }
    }
    case 'mono':
      return (row) => (text(row) ? <span className={mono}>{text(row)}</span> : none)
    default:
      return (row) => {
        const shown = text(row)
        if (!shown) return none
        return (
          <span className={muted} title={kind === 'text' && shown.length > 24 ? shown : undefined}>
            {shown}
          </span>
        )
      }
  }
}

// As `dir="auto"` would have it, and the browser does not search each new text for its direction.
const title = css({
  unicodeBidi: 'plaintext',
  fontWeight: 'medium',
  color: 'fg.default',
  '[data-off] &': { color: 'fg.muted' },
})
const link = css({ textDecoration: 'none', borderRadius: 'xs', _hover: { textDecoration: 'underline' } })
const muted = css({ unicodeBidi: 'plaintext', color: 'fg.muted' })
const mono = css({ unicodeBidi: 'plaintext', textStyle: 'mono' })
const chips = css({ display: 'inline-flex', alignItems: 'center', gap: '1.5', verticalAlign: 'middle' })
const more = css({ color: 'fg.muted' })
const pencil = css({
  display: 'grid',
  placeItems: 'center',
  width: 'controlSm',
  height: 'controlSm',
  borderRadius: 'sm',
  color: 'fg.muted',
  _hover: { background: 'bg.muted', color: 'fg.default' },
})
