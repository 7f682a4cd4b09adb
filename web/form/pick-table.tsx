import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { css } from 'styled-system/css'
import type { ListQuery } from '@tocsin/core/api/client'
import { PICKER_PAGE_SIZE } from '@tocsin/core/base/constants'
import { fieldAt } from '@tocsin/core/vocabulary/field-words'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { useList } from '../data/hooks'
import { QUIET } from '../data/lookup'
import type { Row } from '../data/row'
import { capsOf } from '../keys/show'
import { keyboard, useKeys } from '../keys/use-keys'
import { sentenceOf } from '../notices/sentence'
import { usePreferences } from '../preferences'
import { displayValue } from '../record/display'
import { labelOf, valueAt } from '../record/field-at'
import { useNamesOf } from '../record/names-of'
import { titleOf } from '../record/record-name'
import { Button } from '../ui/button'
import { Dialog, DialogButtons } from '../ui/dialog'
import { input } from '../ui/input-look'
import { NoticeBox } from '../ui/notice-box'
import { srOnly } from '../ui/sr-only'
import { useT } from '../words'
import { useQuiet } from './use-quiet'
import './words'

type Props = {
  of: Resource
  /** The filters of the list: the client, the kind. */
  where: ListQuery
  /** The name of the field that the records are picked for. */
  title: string
  chosen: readonly number[]
  onPick: (ids: number[]) => void
  onClose: () => void
}

/** The columns besides the name, at most. */
const COLUMNS = 2
const SHOWN = new Set(['text', 'ref', 'choice'])

/** Returns the columns of a table of picking: the name, and the first that tell records apart. */
function columnsFor(resource: Resource, where: ListQuery): string[] {
  const { title, columns } = resource
  const others = columns.filter(
    (path) => path !== title && !Object.hasOwn(where, path) && SHOWN.has(fieldAt(resource, path)?.type ?? ''),
  )
  return [title, ...others.slice(0, COLUMNS)]
}

/**
 * Picks records in a table of ten rows a page. Arrows move between the rows, Space ticks one, Mod+Enter takes them; what is
 * ticked on other pages stays ticked.
 */
export function PickTable(props: Props) {
  const filter = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      title={props.title}
      open
      outside={false}
      size="wide"
      initialFocus={() => filter.current}
      onClose={props.onClose}
    >
      <Picking {...props} filter={filter} />
    </Dialog>
  )
}

function Picking({
  of,
  where,
  chosen,
  onPick,
  onClose,
  filter,
}: Omit<Props, 'title'> & { filter: RefObject<HTMLInputElement | null> }) {
  const t = useT()
  const { locale } = usePreferences()
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(0)
  const [ticked, setTicked] = useState(() => new Set(chosen))
  const q = useQuiet(typed.trim(), QUIET)
  const { data, error, isFetching, refetch } = useList(of, {
    ...where,
    ...(q ? { q } : {}),
    limit: PICKER_PAGE_SIZE,
    offset: page * PICKER_PAGE_SIZE,
    order: `${of.title} ASC`,
  })
  // The rows found last stay until the next ones are here.
  const [shown, setShown] = useState(data)
  if (data && data !== shown) setShown(data)
  const rows = (shown?.rows ?? []) as Row[]
  const total = shown?.total ?? 0
  const nameOf = useNamesOf(of, rows)
  const columns = columnsFor(of, where)
  const body = useRef<HTMLTableSectionElement>(null)
  const [active, setActive] = useState(0)
  const at = Math.min(active, Math.max(0, rows.length - 1))
  const boxes = () => [...(body.current?.querySelectorAll<HTMLInputElement>('input') ?? [])]
  const pages = Math.max(1, Math.ceil(total / PICKER_PAGE_SIZE))
  /** The row to focus once the next page is drawn. */
  const arriving = useRef<number | null>(null)
  useEffect(() => {
    if (arriving.current === null || isFetching) return
    boxes().at(arriving.current)?.focus()
    arriving.current = null
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies -- it reads the page as drawn
  }, [shown, isFetching])
  const turn = (to: number, focus: number | null) => {
    if (to < 0 || to >= pages) return
    arriving.current = focus
    setActive(focus === -1 ? PICKER_PAGE_SIZE - 1 : 0)
    setPage(to)
  }
  const apply = () => {
    onPick([...ticked])
    onClose()
  }
  useKeys('overlay', { save: apply })
  const flip = (id: number) => {
    const next = new Set(ticked)
    if (!next.delete(id)) next.add(id)
    setTicked(next)
  }
  const move = (event: KeyboardEvent) => {
    const to = stepOf(event.key, at, rows.length)
    if (to === undefined) return
    event.preventDefault()
    if (to === 'next') turn(page + 1, 0)
    else if (to === 'previous') turn(page - 1, -1)
    else {
      setActive(to)
      boxes()[to]?.focus()
    }
  }
  const first = page * PICKER_PAGE_SIZE
  return (
    <>
      <input
        ref={filter}
        className={input()}
        type="search"
        aria-label={t('form.picker.filter', { names: t(`resources.${of.name}.names`).toLowerCase() })}
        placeholder={t('form.picker.filter', { names: t(`resources.${of.name}.names`).toLowerCase() })}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setPage(0)
          setActive(0)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          boxes()[at]?.focus()
        }}
      />
      {error ? (
        <NoticeBox tone="warning" action={<Button onClick={() => void refetch()}>{t('form.again')}</Button>}>
          {sentenceOf(error, t, of.name)}
        </NoticeBox>
      ) : (
        <div className={scroll}>
          <table className={table} aria-busy={isFetching}>
            <thead>
              <tr>
                <th scope="col">
                  <span className={srOnly}>{t('form.picker.chosen')}</span>
                </th>
                {columns.map((path) => (
                  <th scope="col" key={path}>
                    {labelOf(of, path, t)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody ref={body}>
              {rows.map((row, index) => {
                const name = titleOf(of, row, t, locale)
                return (
                  <tr key={row.id} onClick={(event) => !isBox(event.target) && flip(row.id)}>
                    <td>
                      <input
                        type="checkbox"
                        className={box}
                        aria-label={name}
                        checked={ticked.has(row.id)}
                        tabIndex={index === at ? 0 : -1}
                        onKeyDown={move}
                        onFocus={() => setActive(index)}
                        onChange={() => flip(row.id)}
                      />
                    </td>
                    {columns.map((path) => (
                      <td key={path} dir="auto">
                        {path === of.title
                          ? name
                          : displayValue(of, path, valueAt(row, path), t, locale, { name: nameOf, row })}
                      </td>
                    ))}
                  </tr>
                )
              })}
            </tbody>
          </table>
          {shown && total === 0 && (
            <p className={none}>{q ? t('form.picker.noMatch', { q }) : t('form.picker.empty')}</p>
          )}
        </div>
      )}
      <div className={foot}>
        <output className={count}>
          {t('form.picker.ticked', { count: ticked.size })}
          {total > 0 &&
            ` · ${t('form.picker.range', {
              from: formatNumber(locale, first + 1),
              to: formatNumber(locale, first + rows.length),
              total: formatNumber(locale, total),
            })}`}
        </output>
        <Button
          icon="chevronLeft"
          iconOnly
          size="small"
          blocked={page === 0 ? t('form.picker.firstPage') : null}
          onClick={() => turn(page - 1, null)}
        >
          {t('form.picker.previousPage')}
        </Button>
        <Button
          icon="chevronRight"
          iconOnly
          size="small"
          blocked={page + 1 >= pages ? t('form.picker.lastPage') : null}
          onClick={() => turn(page + 1, null)}
        >
          {t('form.picker.nextPage')}
        </Button>
      </div>
      <DialogButtons>
        <Button keys={['Esc']} onClick={onClose}>
          {t('form.cancel')}
        </Button>
        <Button look="primary" keys={capsOf('Mod+Enter', keyboard)} onClick={apply}>
          {t('form.picker.take')}
        </Button>
      </DialogButtons>
    </>
  )
}

const isBox = (target: EventTarget) => target instanceof HTMLInputElement

/** Returns the row that a key leads to, or the page beside; undefined for any other key. */
function stepOf(key: string, at: number, count: number): number | 'next' | 'previous' | undefined {
  switch (key) {
    case 'ArrowDown':
      return at + 1 < count ? at + 1 : 'next'
    case 'ArrowUp':
      return at > 0 ? at - 1 : 'previous'
    case 'Home':
      return 0
    case 'End':
      return count - 1
    case 'PageDown':
      return 'next'
    case 'PageUp':
      return 'previous'
    default:
      return undefined
  }
}

const scroll = css({
  overflow: 'auto',
  minHeight: '[0]',
  border: '1px solid token(colors.border.subtle)',
  borderRadius: 'md',
})
const table = css({
  width: 'full',
  borderCollapse: 'collapse',
  '& th, & td': { paddingInline: '3', paddingBlock: '1.5', textAlign: 'start', overflowWrap: 'anywhere' },
  '& thead': { color: 'fg.muted', background: 'bg.muted' },
  '& thead th': { fontWeight: 'medium', whiteSpace: 'nowrap' },
  '& tbody tr': { borderTop: '1px solid token(colors.border.subtle)', cursor: 'pointer' },
  '& tbody tr:has(:checked)': { background: 'accent.subtle' },
  '& td:first-child': { width: '[1%]' },
})
const box = css({ display: 'block', width: 'icon', height: 'icon', accentColor: 'accent.solid' })
const none = css({ padding: '4', color: 'fg.muted' })
const foot = css({ display: 'flex', alignItems: 'center', gap: '2' })
const count = css({ flex: '1', minWidth: '0', textStyle: 'small', color: 'fg.muted' })
