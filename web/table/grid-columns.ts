import { isDeleted, isOff } from '@tocsin/core/vocabulary/deletion'
import { targetOf } from '@tocsin/core/api/names'
import { mayDo, type Viewer } from '@tocsin/core/vocabulary/permissions'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { isOffered } from '../commands/offered'
import { blockedFor } from '../commands/why'
import { switchOf } from '../commands/switch-of'
import { nameOf } from '../record/name-of'
import type { Row } from '../data/row'
import { showHref } from '../navigation/hrefs'
import { hasScreen } from '../navigation/places'
import { labelOf, valueAt } from '../record/field-at'
import { failingWord, isState, stateLook } from '../record/state-look'
import { columnAt, trackOf, type CellKind, type Column } from './columns'
import type { GridColumn } from './grid-column'
import {
  paintChips,
  paintEdit,
  paintLink,
  paintState,
  paintText,
  paintTitle,
  paintToggle,
  type DressName,
  type Paint,
} from './paint-cell'
import { textOf, type Reader } from './value-text'

export type ColumnSetup = {
  resource: Resource
  paths: readonly string[]
  viewer: Viewer
  reader: Reader
  openHref: ((row: Row) => string) | undefined
  editHref: ((row: Row) => string) | undefined
  narrow?: boolean
  compact?: boolean
  /** True if the list shows no inactive records, so that one that was just switched off leaves it. */
  hidesOff?: boolean
  paints?: Readonly<Record<string, Paint>> | undefined
  dressName?: DressName | undefined
}

/** The length in characters above which a text may be cut off, so that it is shown whole on hover. */
const LONG = 24

const LOOKS: Partial<Record<CellKind, GridColumn['look']>> = {
  toggle: 'switch',
  mono: 'code',
  chips: 'chips',
  state: 'state',
  date: 'date',
}

/** Returns whether the viewer may do something to a row; decided once unless the rule depends on the record. */
function mayWith(viewer: Viewer, resource: Resource, verb: Parameters<typeof mayDo>[2]): (row: Row) => boolean {
  const can = typeof verb === 'string' ? resource.can[verb] : resource.actions[verb.action]?.can
  if (typeof can === 'function') return (row) => mayDo(viewer, resource, verb, row)
  const may = mayDo(viewer, resource, verb)
  return () => may
}

/** Returns the columns as the grid draws them: each cell by the kind of its field. */
export function gridColumns(setup: ColumnSetup): GridColumn[] {
  const { resource, paths, viewer, reader, editHref, compact = false } = setup
  const { t } = reader
  const columns = paths.flatMap((path): GridColumn[] => {
    const column = columnAt(resource, path)
    if (!column) return []
    return [
      {
        id: path,
        label: labelOf(resource, path, t),
        track: setup.paints?.[path]?.track ?? (compact ? compactTrack(column) : trackOf(column)),
        sortable: column.sortable,
        heads: column.kind === 'title',
        look: LOOKS[column.kind],
        paint: setup.paints?.[path] ?? painterOf(column, setup),
      },
    ]
  })
  // Without a title column the first column names the row.
  if (!columns.some(({ heads }) => heads) && columns[0]) columns[0] = { ...columns[0], heads: true }
  // In a compact list the name leads to the form.
  if (compact || !editHref || !mayDo(viewer, resource, 'update')) return columns
  const mayEdit = mayWith(viewer, resource, 'update')
  const paint = paintEdit(
    (row) => (mayEdit(row) && isOffered(resource, 'update', [row]) ? editHref(row) : null),
    (row) => t('table.edit', { name: nameOf(resource, row, t) }),
  )
  return [
    ...columns,
    { id: 'edit', label: t('table.actionsColumn'), track: '48px', unseen: true, wideOnly: true, paint },
  ]
}

const compactTrack = ({ kind }: Column) => (kind === 'title' ? 'minmax(0, 1fr)' : 'minmax(0, 104px)')

function painterOf(
  column: Column,
  { resource, paths, viewer, reader, openHref, narrow, hidesOff, dressName }: ColumnSetup,
): GridColumn['paint'] {
  const { path, kind, field } = column
  const { t } = reader
  const text = (row: Row) => textOf(row, column, reader)
  switch (kind) {
    case 'title': {
      // A state that is either there or not, and has no column, is a mark of the name.
      const states = Object.keys(resource.fields).filter(
        (name) => resource.fields[name]!.type === 'boolean' && isState(resource.name, name) && !paths.includes(name),
      )
      const marksOf = (row: Row) => [
        isDeleted(resource, row) && 'deletion.deleted',
        hidesOff && isOff(resource, row) && 'table.leaving',
        failingWord(resource.name, row),
        ...states.map((name) => valueAt(row, name) === true && `resources.${resource.name}.fields.${name}`),
      ]
      return paintTitle(
        (row) => text(row) || `#${row.id}`,
        openHref,
        (row) =>
          marksOf(row)
            .flatMap((mark) => (mark ? t(mark) : []))
            .join(' · '),
        dressName,
      )
    }
    case 'toggle': {
      const label = labelOf(resource, path, t)
      const pair = switchOf(resource)!
      const may = {
        [pair.on]: mayWith(viewer, resource, { action: pair.on }),
        [pair.off]: mayWith(viewer, resource, { action: pair.off }),
      }
      const isOn = (row: Row) => valueAt(row, path) === true
      const next = (row: Row) => (isOn(row) ? pair.off : pair.on)
      return paintToggle({
        isOn,
        may: (row) => may[next(row)]!(row),
        blocked: (row) => {
          const reason = blockedFor(resource, next(row), row)
          return reason ? t(reason.key, reason.values) : ''
        },
        label: (row) => t('table.activeOf', { field: label, name: nameOf(resource, row, t) }),
        text,
      })
    }
    case 'state':
      // The mark of a boolean is the name of its field.
      return paintState(field.type === 'boolean' ? () => labelOf(resource, path, t) : text, (row) =>
        stateLook(resource.name, path, valueAt(row, path)),
      )
    case 'chips':
      return paintChips((row) => {
        const value = valueAt(row, path)
        return Array.isArray(value) ? value.map((one) => String(valueAt(one, 'code') ?? '')) : []
      })
    case 'ref':
      return paintLink(text, (row) => {
        const id = valueAt(row, path)
        const target = targetOf(field, row)
        return typeof id === 'number' && target !== undefined && hasScreen(target) ? showHref(target, id) : null
      })
    // A narrow screen has no headings: the cell shows the field's label for yes and nothing for no.
    case 'yesno':
      return paintText(
        'plain',
        narrow ? (row) => (valueAt(row, path) === true ? labelOf(resource, path, t) : '') : text,
      )
    case 'mono':
      return paintText('mono', text)
    default:
      return paintText('plain', text, kind === 'text' ? LONG : Infinity)
  }
}
