import { useState, useSyncExternalStore, type ReactNode } from 'react'
import { css } from 'styled-system/css'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import type { ApiError } from '@tocsin/core/base/errors'
import { usePreferences } from '../preferences'
import { Button } from '../ui/button'
import { Hints } from '../ui/hints'
import { Select } from '../ui/select'
import { useT } from '../words'
import { rangeOf, type SeenRows } from './seen-rows'

type Props = {
  /** Undefined until the first response. */
  total: number | undefined
  seen: SeenRows
  /** The selection in words; null while it is empty. */
  selected: string | null
  /** Selects all; undefined unless more of the matching rows can be selected. */
  onSelectAll: (() => void) | undefined
  /** Shows only the selection; undefined while the list shows nothing else. */
  onShow: (() => void) | undefined
  onClear: () => void
  /** The actions on the selection. */
  actions: ReactNode
  pageSize: number
  pageSizes: readonly number[]
  onPageSize: (size: number) => void
  onJump: (index: number) => void
  failure: ApiError | undefined
  /** True while some of the failed rows were never loaded. */
  missing: boolean
  onRetry: () => void
  /** The key that does the same. */
  retryKeys: readonly string[] | undefined
  /** False where there is no room for the keys used most. */
  hasHints: boolean
  children?: ReactNode
}

/** The foot of a list: the selection, the rows seen of the total, and the keys used most. */
export function StatusLine(props: Props) {
  const t = useT()
  const { locale } = usePreferences()
  const { total, selected, onSelectAll, onShow, onClear, actions, pageSize, pageSizes, onPageSize, failure, onRetry } =
    props
  return (
    <div className={foot} data-selecting={selected !== null || undefined}>
      {selected !== null && (
        <div className={chosen}>
          <strong className={strong}>{selected}</strong>
          {onShow && (
            <Button look="quiet" size="small" onClick={onShow}>
              {t('table.showOnlySelected')}
            </Button>
          )}
          {onSelectAll && (
            <Button look="quiet" size="small" onClick={onSelectAll}>
              {t('table.selectMore', { total: formatNumber(locale, total ?? 0) })}
            </Button>
          )}
          {actions}
          <Button look="quiet" size="small" icon="x" iconOnly onClick={onClear}>
            {t('table.clearSelection')}
          </Button>
        </div>
      )}
      <div className={place}>
        <SeenRange total={total} seen={props.seen} onJump={props.onJump} />
        {pageSizes.length > 1 && (
          <span className={size}>
            <Select
              label={t('table.pageSize')}
              width="tiny"
              value={String(pageSize)}
              options={pageSizes.map((one) => [String(one), formatNumber(locale, one)] as const)}
              onChange={(chosenSize) => onPageSize(Number(chosenSize))}
            />
            <span aria-hidden="true">{t('table.perPage')}</span>
          </span>
        )}
        {failure && (
          <span className={trouble} role="alert">
            {t(props.missing ? 'table.missing' : 'table.stale')}
            <Button look="quiet" size="small" keys={props.retryKeys} onClick={onRetry}>
              {t('table.failed.retry')}
            </Button>
          </span>
        )}
        {props.children}
      </div>
      <Hints
        hidden={!props.hasHints || selected !== null}
        of={[
          [['J', 'K'], t('table.hints.move')],
          [['X'], t('table.hints.select')],
          [['.'], t('table.hints.actions')],
          [['?'], t('table.hints.keys')],
        ]}
      />
    </div>
  )
}

/** Shows `51–100 of 5,571`; the first number can be typed over. */
function SeenRange({ total, seen, onJump }: Pick<Props, 'total' | 'seen' | 'onJump'>) {
  const t = useT()
  const { locale } = usePreferences()
  const rows = useSyncExternalStore(seen.subscribe, seen.now)
  const [typed, setTyped] = useState<string | null>(null)
  if (total === undefined) return null
  if (total === 0) return <span>{t('table.seenNone')}</span>
  const range = rangeOf(rows, total)
  if (!range) return null
  const first = formatNumber(locale, range.first)
  const [before = '', rest = ''] = t('table.seen', {
    first: '\0',
    last: formatNumber(locale, range.last),
    total: formatNumber(locale, total),
  }).split('\0')
  return (
    <span className={line}>
      {before}
      <input
        className={number}
        inputMode="numeric"
        aria-label={t('table.jump', { total: formatNumber(locale, total) })}
        value={typed ?? first}
        size={Math.max(1, (typed ?? first).length)}
        onFocus={({ target }) => {
          setTyped(String(range.first))
          queueMicrotask(() => target.select())
        }}
        onBlur={() => setTyped(null)}
        onChange={({ target }) => setTyped(target.value.replace(/\D/g, '').slice(0, 10))}
        onKeyDown={({ key, nativeEvent }) => {
          if (key !== 'Enter' || nativeEvent.isComposing || !typed) return
          onJump(Math.max(1, Math.min(Number(typed), total)) - 1)
        }}
      />
      {rest}
    </span>
  )
}

const size = css({ display: 'inline-flex', alignItems: 'center', gap: '1', whiteSpace: 'nowrap' })
const foot = css({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  columnGap: '4',
  rowGap: '1',
  flexShrink: '0',
  minHeight: 'row',
  paddingInline: { base: '6', _narrow: '4' },
  borderTop: '1px solid token(colors.border.subtle)',
  background: 'bg.sidebar',
  color: 'fg.muted',
  fontSize: 'xs',
  _narrow: { minHeight: 'touch', paddingBlock: '1' },
})
const chosen = css({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '1.5',
  _narrow: { width: 'full', '& [aria-disabled=true]': { display: 'none' } },
})
const strong = css({ fontWeight: 'semibold', color: 'fg.default' })
const place = css({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '2',
  minWidth: '0',
  '& select': {
    fontSize: 'xs',
    border: '1px solid token(colors.border.control)',
    minHeight: { base: 'controlSm', _narrow: 'touch' },
  },
  '[data-selecting] > &': { _narrow: { display: 'none' } },
})
const trouble = css({ display: 'inline-flex', alignItems: 'center', gap: '1', color: 'danger.fg' })
const line = css({ display: 'inline-flex', alignItems: 'center', whiteSpace: 'pre' })
const number = css({
  border: '1px solid transparent',
  borderRadius: 'xs',
  background: 'transparent',
  color: 'fg.default',
  fontSize: '[inherit]',
  paddingInlineStart: '0.5',
  paddingInlineEnd: '0',
  minHeight: 'controlSm',
  minWidth: '0',
  textAlign: 'end',
  fieldSizing: 'content',
  _hover: { borderColor: 'border.control' },
  _focus: { borderColor: 'border.control', background: 'bg.surface', outline: '2px solid token(colors.focus.ring)' },
})
