import { Suspense } from 'react'
import { css } from 'styled-system/css'
import { later } from '../rest'
import { Button } from '../ui/button'
import { addWords, useT } from '../words'
import { CreateButton } from './create-button'
import { Grid } from './grid'
import { messages } from './messages'
import { NoRows } from './no-rows'
import { SortChoice } from './sort-choice'
import { StatusLine } from './status-line'
import type { TableProps } from './table-props'
import { Toolbar } from './toolbar'
import { useListActions } from './use-list-actions'
import { useTable } from './use-table'
import { srOnly } from '../ui/sr-only'

addWords('table', messages)

// Both are fetched when first opened.
const ColumnChooser = later(async () => ({ default: (await import('./column-chooser')).ColumnChooser }))
const ArrangingBar = later(async () => ({ default: (await import('./arranging-bar')).ArrangingBar }))
const Preview = later(async () => ({ default: (await import('./preview')).Preview }))

/** The list of a resource, with the filters, columns and actions of its declaration. All of it works by keys. */
export function ResourceTable(props: TableProps) {
  const t = useT()
  const actions = useListActions()
  const { frame, label, saving, heard, toolbar, sorting, nothing, rows, status, acting, preview, chooser, arranging } =
    useTable(props)
  return (
    <section ref={frame} className={outer} aria-label={label}>
      <Toolbar {...toolbar} order={sorting && <SortChoice {...sorting} />}>
        {saving && (
          <Button icon="download" onClick={saving}>
            {t('table.export')}
          </Button>
        )}
        {props.toolbar}
        {props.createButton && <CreateButton of={props.of} href={props.createHref} where={props.where} aside />}
      </Toolbar>
      {nothing ? <NoRows {...nothing} /> : <Grid {...rows} />}
      <Suspense>{arranging && <ArrangingBar {...arranging} />}</Suspense>
      <StatusLine {...status} actions={acting && actions && <actions.SelectionActions {...acting} />}>
        {props.held?.note}
      </StatusLine>
      <output className={srOnly}>{heard}</output>
      <Suspense>
        {preview && <Preview {...preview} />}
        {chooser && <ColumnChooser {...chooser} />}
      </Suspense>
    </section>
  )
}

const outer = css({
  display: 'flex',
  flexDirection: 'column',
  flex: '1',
  // This is the height where the page gives none, as in a tab of a record.
  minHeight: '[min(560px, 62vh - var(--notices, 0px))]',
  minWidth: '0',
  position: 'relative',
})
