import type { Template } from '@tocsin/core/resources/templates/types'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { css } from 'styled-system/css'
import { define, defineActions, type At } from '../../commands/define'
import { openPalette } from '../../commands/open-palette'
import { useCommandKeys, useScreenCommands } from '../../commands/use-commands'
import { useAccount } from '../../data/account'
import type { Row } from '../../data/row'
import { useKeys } from '../../keys/use-keys'
import { showHref } from '../../navigation/hrefs'
import { useDialog } from '../../pages/use-dialog'
import { usePreferences } from '../../preferences'
import { mayMoveFocus } from '../../ui/focus'
import { Hints } from '../../ui/hints'
import { useT } from '../../words'
import { PreviewDialog } from './preview-dialog'
import { SkeletonCard, TemplateCard } from './template-card'
import { USE } from './template-commands'
import { UseTemplateDialog } from './use-template-dialog'
import './words'

/** The parameter of the address that names the card with the focus, so that Back returns to it. */
const CARD = 'card'

type Props = {
  resource: Resource
  /** The templates read so far; undefined until the first are known. */
  rows: readonly Template[] | undefined
  total: number
  /** Reads more templates. */
  onEnd: () => void
  /** The id of the list. */
  id: string
}

/** The cards of templates. They are one Tab stop: arrows, j and k move between them. */
export function TemplateGrid({ resource, rows, total, onEnd, id }: Props) {
  const t = useT()
  const account = useAccount()
  const { locale } = usePreferences()
  const [query, setQuery] = useSearchParams()
  const [previewed, setPreviewed] = useState<Template | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const named = Number(query.get(CARD))
  const found = rows?.findIndex(({ id }) => id === named) ?? -1
  const at = Math.max(0, found)
  const active = rows?.[at]
  const using = useDialog(USE)

  const links = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-card]') ?? [])]
  const isOn = () => list.current?.contains(document.activeElement) === true
  /** Returns the number of cards in a row. */
  const perRow = () => {
    const tops = links().map((link) => link.closest('li')!.offsetTop)
    return Math.max(1, tops.filter((top) => top === tops[0]).length)
  }
  const moveTo = (to: number) => {
    const next = rows?.[Math.max(0, Math.min(to, rows.length - 1))]
    if (!next) return false
    setQuery(
      (before) => {
        const changed = new URLSearchParams(before)
        changed.set(CARD, String(next.id))
        return changed
      },
      { replace: true },
    )
    const link = links()[rows.indexOf(next)]
    link?.focus()
    link?.closest('li')?.scrollIntoView({ block: 'nearest' })
    if (to >= rows.length - perRow()) onEnd()
    return true
  }
  // The first key finds the card that has the Tab stop.
  const step = (by: number) => moveTo(isOn() ? at + by : at)
  useKeys('list', {
    down: (_, stroke) => step(stroke === 'ArrowDown' ? perRow() : 1),
    up: (_, stroke) => step(stroke === 'ArrowUp' ? -perRow() : -1),
    pageDown: () => step(3 * perRow()),
    pageUp: () => step(-3 * perRow()),
    first: () => moveTo(0),
    last: () => moveTo(Infinity),
  })
  useKeys('row', {
    intoCells: () => isOn() && step(1),
    outOfCells: () => isOn() && step(-1),
    preview: () => isOn() && active !== undefined && (setPreviewed(active), true),
  })

  const where = useMemo(
    (): At | null =>
      active
        ? {
            group: 'record',
            targets: { kind: 'rows', rows: [active as unknown as Row] },
            hrefs: { get: showHref(resource.name, active.id), update: undefined },
          }
        : null,
    [active, resource.name],
  )
  const commands = useMemo(
    () =>
      where ? [define(resource, 'get', where, account) ?? [], defineActions(resource, where, account)].flat(2) : [],
    [resource, where, account],
  )
  const added = useMemo(
    () => ({ chips: active ? [{ id: `templates.${active.id}`, label: active.name }] : [], commands }),
    [active, commands],
  )
  useScreenCommands('list templates', added)
  // The key for links copies the one that others may open.
  const keyed = useMemo(
    () => [
      ...commands.filter(({ key }) => key !== 'open'),
      ...commands.filter(({ id }) => id === 'templates.share').map((share) => ({ ...share, key: 'copyLink' as const })),
    ],
    [commands],
  )
  useCommandKeys({ scope: 'row', keys: ['use', 'delete', 'copyLink'], now: () => keyed, isMeant: isOn })
  useKeys('row', { actions: () => isOn() && (openPalette({ scope: 'at-hand' }), true) })

  const offers = (id: string) => commands.some((command) => command.id === id)
  const hints = [
    [['J', 'K'], t('table.hints.move')],
    [['↵'], t('templates.hints.open')],
    ...(offers('templates.use') ? [[['U'], t('templates.hints.use')] as const] : []),
    [['V'], t('templates.hints.preview')],
    ...(offers('templates.share') ? [[['Y', 'L'], t('templates.hints.link')] as const] : []),
    [['?'], t('table.hints.keys')],
  ] as const

  // The cards take the focus on arrival, as the rows of a list do; Back returns to the one that was opened.
  const isRead = rows !== undefined
  useEffect(() => {
    if (!isRead || !mayMoveFocus()) return
    const link = list.current?.querySelector<HTMLElement>('[data-card][tabindex="0"]')
    link?.focus({ preventScroll: true })
    link?.closest('li')?.scrollIntoView({ block: 'nearest' })
  }, [isRead, list])

  return (
    <>
      <div
        className={scroller}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          if (scrollHeight - scrollTop < 2 * clientHeight) onEnd()
        }}
      >
        <ul ref={list} id={id} className={cards} aria-label={t('resources.templates.names')} aria-busy={!rows}>
          {rows
            ? rows.map((template, index) => (
                <TemplateCard
                  key={template.id}
                  template={template}
                  isActive={index === at}
                  onPreview={() => setPreviewed(template)}
                  onFocus={() => index !== at && moveTo(index)}
                  onMore={() => {
                    moveTo(index)
                    openPalette({ scope: 'at-hand' })
                  }}
                />
              ))
            : Array.from({ length: 8 }, (_, index) => <SkeletonCard key={index} />)}
        </ul>
      </div>
      {active && (
        <div className={foot}>
          <output>
            <strong dir="auto">{active.name}</strong>{' '}
            {t('templates.place', { at: formatNumber(locale, at + 1), total: formatNumber(locale, total) })}
          </output>
          <Hints of={hints} />
        </div>
      )}
      {previewed && <PreviewDialog id={previewed.id} name={previewed.name} onClose={() => setPreviewed(null)} />}
      {using.props.id !== null && offers('templates.use') && (
        <UseTemplateDialog templateId={using.props.id} href={using.props.href} onClose={using.props.onClose} />
      )}
    </>
  )
}

const scroller = css({ flex: '1', minHeight: '0', overflow: 'auto', position: 'relative' })
const cards = css({
  display: 'grid',
  gridTemplateColumns: { base: '[repeat(auto-fill, minmax(260px, 1fr))]', _narrow: '[1fr]' },
  gap: '4',
  margin: '0',
  padding: { base: '6', _narrow: '4' },
  listStyle: 'none',
})
const foot = css({
  display: 'flex',
  alignItems: 'center',
  gap: '4',
  flexShrink: '0',
  paddingInline: { base: '6', _narrow: '4' },
  paddingBlock: '2',
  borderTop: '1px solid token(colors.border.subtle)',
  background: 'bg.sidebar',
  color: 'fg.muted',
  fontSize: 'xs',
  '& strong': { color: 'fg.default', marginInlineEnd: '2' },
})
