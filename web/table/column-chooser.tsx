/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus, jsx-a11y/click-events-have-key-events -- a select can neither show ticks nor move what is in it; the list takes the keys, one option has the focus */
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { css } from 'styled-system/css'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { Button } from '../ui/button'
import { Box } from '../ui/checkbox'
import { Dialog, DialogButtons } from '../ui/dialog'
import { useT } from '../words'
import { labelOf } from '../record/field-at'
import { columnsOf } from './columns'
import { srOnly } from '../ui/sr-only'

type Props = {
  resource: Resource
  declared: readonly string[]
  chosen: readonly string[]
  open: boolean
  onClose: () => void
  /** Undefined restores the declared columns. */
  onChoose: (paths: readonly string[] | undefined) => void
}

/** Chooses the columns and their order: Space shows or hides one, Shift with an arrow moves it. */
export function ColumnChooser({ resource, declared, chosen, open, onClose, onChoose }: Props) {
  const t = useT()
  const [at, setAt] = useState(0)
  const [said, setSaid] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const others = columnsOf(resource, declared)
    .map(({ path }) => path)
    .filter((path) => !chosen.includes(path))
  const paths = [...chosen, ...others]

  const moved = useRef(false)
  useEffect(() => {
    if (moved.current) list.current?.querySelector<HTMLElement>(`[data-at="${at}"]`)?.focus()
    moved.current = false
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a column that was moved is drawn elsewhere
  }, [at, chosen])

  const go = (to: number) => {
    moved.current = true
    setAt(Math.max(0, Math.min(to, paths.length - 1)))
  }
  const toggle = (path: string) => {
    if (path === resource.title && chosen.includes(path)) return
    const next = chosen.includes(path) ? chosen.filter((one) => one !== path) : [...chosen, path]
    if (next.length === 0) return
    moved.current = true
    setAt(chosen.includes(path) ? at : next.length - 1)
    onChoose(next)
  }
  const shift = (path: string, by: number) => {
    const from = chosen.indexOf(path)
    const to = from + by
    if (from < 0 || to < 0 || to >= chosen.length) return
    const next = chosen.filter((one) => one !== path)
    next.splice(to, 0, path)
    moved.current = true
    setAt(to)
    setSaid(t('table.columnMoved', { column: labelOf(resource, path, t), at: to + 1 }))
    onChoose(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const path = paths[at]
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.ctrlKey || event.metaKey || event.altKey || path === undefined) return
    if (by !== undefined && event.shiftKey) shift(path, by)
    else if (by !== undefined) go(at + by)
    else if (event.key === ' ') toggle(path)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Dialog
      title={t('table.columns')}
      description={t('table.columnsHelp')}
      open={open}
      onClose={onClose}
      initialFocus={() => list.current?.querySelector<HTMLElement>('[tabindex="0"]') ?? null}
    >
      <div
        ref={list}
        role="listbox"
        aria-multiselectable="true"
        aria-label={t('table.columns')}
        className={frame}
        onKeyDown={onKeyDown}
      >
        {paths.map((path, index) => (
          <div
            key={path}
            role="option"
            aria-selected={chosen.includes(path)}
            aria-disabled={path === resource.title || undefined}
            tabIndex={index === at ? 0 : -1}
            data-at={index}
            className={item}
            onClick={() => {
              setAt(index)
              toggle(path)
            }}
          >
            <Box checked={chosen.includes(path)} />
            <span>{labelOf(resource, path, t)}</span>
          </div>
        ))}
      </div>
      <output className={srOnly}>{said}</output>
      <DialogButtons>
        <Button onClick={() => onChoose(undefined)}>{t('table.asDeclared')}</Button>
        <Button look="primary" onClick={onClose}>
          {t('table.close')}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

const frame = css({ display: 'grid', maxHeight: 'map', overflow: 'auto', padding: '0.5' })
const item = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2.5',
  minHeight: { base: 'control', _narrow: 'touch' },
  paddingInline: '2',
  borderRadius: 'sm',
  cursor: 'pointer',
  _hover: { background: 'bg.hover' },
})
