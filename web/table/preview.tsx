import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { css } from 'styled-system/css'
import { fieldIn } from '@tocsin/core/vocabulary/field-words'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { nameOf } from '../record/name-of'
import type { Row } from '../data/row'
import { Fact } from '../record/record-facts'
import { Button } from '../ui/button'
import { Facts } from '../ui/facts'
import { labelOf } from '../record/field-at'
import { useT } from '../words'
import { columnsOf } from './columns'
import { useNarrow } from './use-narrow'

type Props = { resource: Resource; row: Row; openHref: string | undefined; onClose: () => void }

/**
 * Shows a record's fields beside the list. The focus stays in the list, so that ↓ previews the next row. On a narrow
 * screen the preview covers the list and takes the focus.
 */
export function Preview({ resource, row, openHref, onClose }: Props) {
  const t = useT()
  const narrow = useNarrow()
  const frame = useRef<HTMLElement>(null)
  useEffect(() => {
    if (narrow) frame.current?.querySelector('button')?.focus()
  }, [narrow])
  const name = nameOf(resource, row, t)
  const columns = columnsOf(resource).filter(({ path }) => fieldIn(resource.fields, path, row))
  const rows = Object.fromEntries(
    columns.map(({ path }) => [labelOf(resource, path, t), <Fact key={path} of={resource} row={row} path={path} />]),
  )
  return (
    <aside ref={frame} className={drawer} aria-label={t('table.preview', { name })} data-preview="">
      <div className={head}>
        <h2 className={title} dir="auto">
          {name}
        </h2>
        <Button look="quiet" icon="x" iconOnly onClick={onClose}>
          {t('table.close')}
        </Button>
      </div>
      <div className={body}>
        <Facts rows={rows} />
        {openHref && (
          <p className={way}>
            <Link href={openHref}>{t('table.open', { name })}</Link>
          </p>
        )}
      </div>
    </aside>
  )
}

const drawer = css({
  position: 'fixed',
  top: { base: '[3.5rem]', _narrow: '0' },
  bottom: '0',
  insetInlineEnd: '0',
  zIndex: 'drawer',
  display: 'flex',
  flexDirection: 'column',
  width: { base: 'drawer', _narrow: 'full' },
  maxWidth: 'full',
  background: 'bg.popover',
  borderInlineStart: '1px solid token(colors.border.default)',
  boxShadow: 'popover',
})
const head = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '2',
  paddingInline: '4',
  paddingBlock: '2',
  borderBottom: '1px solid token(colors.border.subtle)',
})
const title = css({
  textStyle: 'title',
  minWidth: '0',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})
const body = css({ flex: '1', overflow: 'auto' })
const way = css({ padding: '4' })
