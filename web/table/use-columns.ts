import { useCallback, useMemo, useState } from 'react'
import type { Profile } from '@tocsin/core/api/session'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Row } from '../data/row'
import { findResource } from '../data/resources'
import { usePreferences } from '../preferences'
import { titleOf } from '../record/record-name'
import { useLatest } from '../ui/use-latest'
import { useT } from '../words'
import { chosenColumns, columnAt, columnsIn } from './columns'
import { gridColumns } from './grid-columns'
import { keepChoice, readChoice } from './kept-choices'
import type { RowSource } from './row-source'
import type { TableProps } from './table-props'
import { useNames } from './use-names'
import { textOf } from './value-text'

type Parts = Pick<TableProps, 'columns' | 'where' | 'openHref' | 'editHref' | 'paints' | 'dressName'> & {
  compact: boolean
  hidesOff: boolean
  resource: Resource
  viewer: Profile
  owner: string
  source: RowSource
  narrow: boolean
}

/** Returns the columns that the user has chosen for a list, and what reads the texts of their cells. */
export function useColumns({
  resource,
  viewer,
  owner,
  source,
  narrow,
  columns: given,
  where,
  openHref: openProp,
  editHref: editProp,
  compact,
  hidesOff,
  paints,
  dressName,
}: Parts) {
  const t = useT()
  const { locale } = usePreferences()
  const defaultKey = (given ?? columnsIn(resource, viewer, where)).join(' ')
  const declared = useMemo(() => defaultKey.split(' '), [defaultKey])
  const [choice, setChoice] = useState(() => readChoice(viewer.id, owner, 'columns'))
  const paths = useMemo(
    () => chosenColumns(resource, compact ? undefined : choice, declared),
    [resource, compact, choice, declared],
  )
  const shown = useMemo(() => paths.flatMap((path) => columnAt(resource, path) ?? []), [paths, resource])

  const { tenant } = resource
  // Loads the client of a record even if no column shows it: a locked client blocks every action on the record.
  const referencePaths = useMemo(
    () => (tenant !== undefined && declared.includes(tenant) ? [...new Set([...paths, tenant])] : paths),
    [tenant, declared, paths],
  )
  const { recordOf, known, learn, again } = useNames(resource, referencePaths, source, viewer)
  const reader = useMemo(() => {
    const name = (resourceName: string, id: number) => {
      const [of, row] = [findResource(resourceName), recordOf(resourceName, id)]
      return of && row && titleOf(of, row, t, locale)
    }
    return { t, locale, resource, name }
  }, [t, locale, resource, recordOf])

  const hrefs = useLatest({ open: openProp, edit: editProp })
  // The functions keep their identity while they exist, so that they cause no row to render again.
  const [opens, edits] = [openProp !== undefined, editProp !== undefined]
  const openHref = useMemo(() => (opens ? (row: Row) => hrefs().open?.(row) ?? '' : undefined), [opens, hrefs])
  const editHref = useMemo(() => (edits ? (row: Row) => hrefs().edit?.(row) ?? '' : undefined), [edits, hrefs])
  const columns = useMemo(
    () =>
      gridColumns({
        resource,
        paths,
        viewer,
        reader,
        openHref,
        editHref,
        narrow,
        compact,
        hidesOff,
        paints,
        dressName,
      }),
    [resource, paths, viewer, reader, openHref, editHref, narrow, compact, hidesOff, paints, dressName],
  )
  const nameOfRow = useCallback(
    (row: Row) => textOf(row, { path: resource.title }, reader) || `#${row.id}`,
    [resource, reader],
  )
  return {
    declared,
    paths,
    shown,
    columns,
    reader,
    openHref,
    editHref,
    /** Increases when more names of referenced records are loaded. */
    known,
    learn,
    again,
    /** Returns the name of a row. */
    nameOfRow,
    choose: (next: readonly string[] | undefined): void => {
      keepChoice(viewer.id, owner, 'columns', next)
      setChoice(next)
    },
  }
}
