import { Suspense, type Ref } from 'react'
import { css } from 'styled-system/css'
import { withRest } from '../rest'
import { useT } from '../words'
import { ListLoading } from './list-loading'
import type { GridColumn } from './grid-column'
import type { NothingProps } from './nothing'
import type { Sort } from './sort'

// It is shown at once, since the focus moves to its button when the last row goes away.
const Nothing = withRest(() => import('./nothing'))

type Props = NothingProps & {
  ref: Ref<HTMLDivElement>
  columns: readonly GridColumn[]
  selectable: boolean
  sort: Sort | null
}

/** Replaces the rows of a list that is loading, failed, empty or without a match. */
export function NoRows({ ref, columns, selectable, sort, ...props }: Props) {
  const t = useT()
  const { resource, source, unmatched } = props
  const isLoading = !unmatched && source.total === undefined && !source.failure
  return (
    <div ref={ref} className={place}>
      {isLoading ? (
        <ListLoading
          names={t(`resources.${resource.name}.names`).toLowerCase()}
          columns={columns}
          selectable={selectable}
          sort={sort}
        />
      ) : (
        <Suspense>
          <Nothing {...props} />
        </Suspense>
      )}
    </div>
  )
}

const place = css({ display: 'flex', flexDirection: 'column', flex: '1', minHeight: '0', overflow: 'auto' })
