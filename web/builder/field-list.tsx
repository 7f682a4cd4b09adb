/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a select can neither group rows with marks nor move them; one row has the focus */
import { memo, useId, useMemo, useRef } from 'react'
import { css } from 'styled-system/css'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import { pagesOf } from '@tocsin/core/form/pages'
import type { FormField } from '@tocsin/core/form/types'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { usePreferences } from '../preferences'
import { Grip } from '../ui/grip'
import { Outline } from '../ui/outline'
import { useDrag } from '../ui/use-drag'
import { Icon } from '../ui/icon'
import { srOnly } from '../ui/sr-only'
import { useT } from '../words'
import { conditionsOf, idOf, type Fields } from './fields'
import { kindOf, kindText, outlineOfKind } from './kinds'
import type { Builder } from './use-builder'
import { nameOf } from './use-facts'

type Props = {
  builder: Builder
  /** The fields that match the filter. */
  matches: ReadonlySet<FormField>
  onOpen: (at: number) => void
}

/** The list of fields, page by page: one stop of Tab, whose row with the focus is the open field. */
export function FieldList({ builder, matches, onOpen }: Props) {
  const t = useT()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const { facts, shown, shownAt, lifted } = builder
  const { form, path, changes } = facts
  const problems = lifted ? facts.problemsIf(lifted.order) : facts.problems
  const isChanged = useMemo(() => new Set([...changes.changed, ...changes.added]), [changes])
  const drag = useDrag<FormField>({
    scroller: list,
    source: { at: (index) => shown[index] },
    headHeight: 0,
    isLifted: lifted !== null,
    onLift: facts.blocked === null ? (field) => builder.lift(shown.indexOf(field)) : undefined,
    onMoveTo: builder.moveTo,
    onDrop: builder.drop,
  })
  const rows = (page: Fields, number: number) => {
    // The first row of the page, among all.
    const from = shown.indexOf(page[0]!)
    return page.map((field, inPage) => row(field, from + inPage, number))
  }
  const row = (field: FormField, index: number, page: number) =>
    matches.has(field) || lifted ? (
      <Row
        key={idOf(field)}
        id={builder.rowId(idOf(field))}
        field={field}
        index={index}
        page={page}
        resource={form.resource}
        path={path}
        isOpen={index === shownAt}
        isLifted={lifted?.id === idOf(field)}
        isChanged={isChanged.has(idOf(field))}
        isFixed={facts.blocked !== null}
        why={problems.get(index)?.why}
        onOpen={onOpen}
      />
    ) : null
  return (
    <div
      className={frame}
      ref={list}
      role="listbox"
      aria-label={t('builder.fields')}
      data-lifted={lifted ? '' : undefined}
      {...drag}
    >
      {pagesOf(shown).map((page, number) => {
        const some = rows(page, number)
        return some.every((row) => row === null) ? null : (
          <div role="group" key={idOf(page[0]!)} aria-labelledby={`${id}-${number}`}>
            <PageHead id={`${id}-${number}`} number={number} count={page.length} />
            {some}
          </div>
        )
      })}
    </div>
  )
}

function PageHead({ id, number, count }: { id: string; number: number; count: number }) {
  const t = useT()
  const { locale } = usePreferences()
  return (
    <div className={pageHead}>
      <span id={id}>{t('builder.page', { number: formatNumber(locale, number + 1) })}</span>
      <span className={line} />
      <span>{t('builder.inPage', { count })}</span>
    </div>
  )
}

type RowProps = {
  id: string
  field: FormField
  index: number
  page: number
  resource: Resource
  path: string
  isOpen: boolean
  isLifted: boolean
  isChanged: boolean
  /** True where the fields can be looked at and not moved. */
  isFixed: boolean
  why: string | undefined
  onOpen: (at: number) => void
}

const Row = memo(function Row({
  id,
  field,
  index,
  page,
  resource,
  path,
  isOpen,
  isLifted,
  isChanged,
  isFixed,
  why,
  onOpen,
}: RowProps) {
  const t = useT()
  const name = nameOf(field, t)
  const conditions = conditionsOf(field)
  const told = [
    kindText(resource, path, kindOf(field), t),
    field.required === true && t('builder.about.required'),
    isChanged && t('builder.about.changed'),
    conditions > 0 && t('builder.about.conditions', { count: conditions }),
    t('builder.about.page', { number: page + 1 }),
    why !== undefined && t('builder.about.problem'),
  ]
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the builder handles the keys of its list
    <div
      id={id}
      role="option"
      aria-selected={isOpen}
      tabIndex={isOpen ? 0 : -1}
      className={oneRow}
      data-index={index}
      data-lifted={isLifted || undefined}
      data-wrong={why !== undefined || undefined}
      onClick={() => onOpen(index)}
    >
      {!isFixed && (
        <span className={grip} data-lift="" aria-hidden="true">
          <Grip look={small} />
        </span>
      )}
      <Outline path={outlineOfKind(kindOf(field))} look={picture} />
      <span className={text} dir="auto">
        <span data-title="">{name}</span>
        <span className={srOnly}>, {told.filter(Boolean).join(', ')}</span>
      </span>
      {field.required === true && (
        <span className={star} aria-hidden="true">
          *
        </span>
      )}
      <span className={marks}>
        {why !== undefined ? (
          <Icon name="circleAlert" className={small} />
        ) : isChanged ? (
          <span className={dot} />
        ) : null}
      </span>
      <span className={badgePlace}>
        {conditions > 0 && (
          <span className={badge} aria-hidden="true">
            <Icon name="split" className={tiny} />
            {conditions}
          </span>
        )}
      </span>
      {why !== undefined && <span className={reason}>{why}</span>}
    </div>
  )
})

const frame = css({
  contain: 'layout paint style',
  flex: '1',
  minHeight: '0',
  overflow: 'auto',
  paddingBlock: '2',
  position: 'relative',
  '&[data-lifted]': { cursor: 'grabbing' },
})
const pageHead = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  paddingInlineStart: '6',
  paddingInlineEnd: '3',
  paddingBlock: '1',
  textStyle: 'caption',
  color: 'fg.muted',
})
const line = css({ flex: '1', borderTop: '1px solid token(colors.border.subtle)' })
const oneRow = css({
  // A form may have 300 fields, of which few are in view.
  contentVisibility: 'auto',
  containIntrinsicHeight: '[auto 36px]',
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: '[16px minmax(0, auto) auto minmax(0, 1fr) 16px 34px]',
  gridTemplateRows: { base: '[36px]', _narrow: '[44px]' },
  alignItems: 'center',
  columnGap: '2.5',
  paddingInlineStart: '6',
  paddingInlineEnd: '3',
  cursor: 'pointer',
  scrollMarginBlock: '10',
  _hover: { background: 'bg.hover' },
  _focusVisible: { outline: '2px solid token(colors.focus.ring)', outlineOffset: '[-2px]' },
  '&[aria-selected=true]': {
    background: 'bg.active',
    boxShadow: '[inset 2px 0 0 token(colors.accent.fg)]',
    fontWeight: 'medium',
    _forced: { outline: '[2px solid Highlight]', outlineOffset: '[-2px]' },
  },
  '&[data-lifted]': { background: 'bg.selected', boxShadow: 'popover', zIndex: 'sticky' },
  '&[data-wrong]': { color: 'danger.fg' },
})
const grip = css({
  position: 'absolute',
  insetInlineStart: '1',
  color: 'fg.subtle',
  opacity: '0',
  cursor: 'grab',
  padding: '0.5',
  '[role=option]:hover > &, [role=option][aria-selected=true] > &, [role=option][data-lifted] > &': { opacity: '1' },
})
const picture = css({
  gridColumn: '1',
  color: 'fg.muted',
  '[aria-selected=true] > &': { color: 'accent.fg' },
  '[data-wrong] > &': { color: 'danger.fg' },
})
const text = css({ gridColumn: '2', minWidth: '0', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' })
const star = css({ gridColumn: '3', marginInlineStart: '[-6px]', color: 'fg.muted' })
const marks = css({ gridColumn: '5', display: 'grid', placeItems: 'center', color: 'danger.fg' })
const dot = css({
  width: 'dot',
  height: 'dot',
  borderRadius: 'full',
  background: 'accent.fg',
  _forced: { background: '[CanvasText]' },
})
const badgePlace = css({ gridColumn: '6', display: 'flex', justifyContent: 'flex-end' })
const badge = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '0.5',
  paddingInline: '1',
  border: '1px solid token(colors.border.default)',
  borderRadius: 'xs',
  background: 'bg.surface',
  color: 'fg.muted',
  textStyle: 'caption',
})
const small = css({ width: 'iconSm', height: 'iconSm' })
const tiny = css({ width: 'thumb', height: 'thumb' })
const reason = css({
  gridColumn: '2 / -1',
  marginTop: '[-6px]',
  marginBottom: '1.5',
  textStyle: 'small',
  fontWeight: 'regular',
  overflowWrap: 'anywhere',
  lineClamp: '2',
})
