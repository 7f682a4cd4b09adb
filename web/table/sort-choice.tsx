import type { Ref } from 'react'
import { Select } from '../ui/select'
import { useT } from '../words'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { labelOf } from '../record/field-at'
import type { Column } from './columns'

type Props = {
  ref: Ref<HTMLSelectElement>
  resource: Resource
  order: string | undefined
  columns: readonly Column[]
  onChange: (order: string | null) => void
}

/** Chooses the order on a narrow screen, which shows no headings. */
export function SortChoice({ ref, resource, order, columns, onChange }: Props) {
  const t = useT()
  const ways = columns
    .filter(({ sortable }) => sortable)
    .flatMap(({ path }) => {
      const label = labelOf(resource, path, t)
      return [[`${path} ASC`, `${label} ↑`] as const, [`${path} DESC`, `${label} ↓`] as const]
    })
  return (
    <Select
      ref={ref}
      label={t('table.chooseSort')}
      width="small"
      value={order ?? ''}
      options={[...(order ? [] : [['', t('table.chooseSort')] as const]), ...ways]}
      onChange={(next) => onChange(next || null)}
    />
  )
}
