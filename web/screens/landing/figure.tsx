import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { css } from 'styled-system/css'
import { useAccount } from '../../data/account'
import { listHref } from '../../navigation/hrefs'
import { iconOf, placesOf } from '../../navigation/places'
import { Icon } from '../../ui/icon'
import { useT } from '../../words'

/** The records that a figure counts where its list shows others too: their words, and the filters of that list. */
const COUNTED: Readonly<Record<string, { word: string; filters: string }>> = {
  maps: { word: 'landing.counted.maps', filters: '?status=active' },
  alerts: { word: 'landing.counted.alerts', filters: '?view=all&tests=no' },
}

type Props = {
  resource: string
  /** The name of the figure; absent: that of the resource. */
  label?: string
  /** The filters of the list that the figure is about. */
  filters?: string
  /** The line below the number. */
  note?: string
  /** The reason that there is no number, below it. */
  trouble?: ReactNode
  children: ReactNode
}

/** A figure of a resource, with a link to its list where the reader may open that. */
export function Figure({ resource, trouble, children, ...own }: Props) {
  const t = useT()
  const account = useAccount()
  const counted = COUNTED[resource]
  const { label = t(`resources.${resource}.names`), filters = counted?.filters ?? '' } = own
  const { note = counted && t(counted.word) } = own
  const content = (
    <>
      <span className={name}>
        <Icon name={iconOf(resource)} />
        {label}
      </span>
      <span className={number}>{children}</span>
      {note && <span className={quiet}>{note}</span>}
    </>
  )
  return (
    <li className={cell} data-trouble={trouble ? true : undefined}>
      {placesOf(account).includes(resource) ? (
        <Link className={figure} href={listHref(resource) + filters} data-step>
          {content}
        </Link>
      ) : (
        <span className={figure}>{content}</span>
      )}
      {trouble}
    </li>
  )
}

const quiet = css({ color: 'fg.muted', textStyle: 'small' })
/** The list of figures; `data-count` is their number. Every row is full, so that no line ends in the middle. */
export const figures = css({
  display: 'grid',
  gridTemplateColumns: '[repeat(12, minmax(0, 1fr))]',
  // A label of two lines makes no row taller than the others.
  gridAutoRows: '[1fr]',
  '&:has(> [data-trouble])': { gridAutoRows: '[auto]' },
  margin: '0',
  padding: '0',
  listStyle: 'none',
  overflow: 'hidden',
  '& > li': { gridColumn: { base: '[span 4]', _narrow: '[span 6]' } },
  '&[data-count="1"] > li': { gridColumn: { base: '[span 12]', _narrow: '[span 12]' } },
  '&[data-count="2"] > li': { gridColumn: { base: '[span 6]', _narrow: '[span 6]' } },
  '&[data-count="3"] > li:last-child': { gridColumn: { base: '[span 4]', _narrow: '[span 12]' } },
  '&[data-count="4"] > li': { gridColumn: { base: '[span 3]', _narrow: '[span 6]' } },
  '&[data-count="5"] > li:nth-child(n + 4)': { gridColumn: { base: '[span 6]', _narrow: '[span 6]' } },
  '&[data-count="5"] > li:last-child': { gridColumn: { base: '[span 6]', _narrow: '[span 12]' } },
  '&[data-count="7"] > li:nth-child(-n + 4)': { gridColumn: { base: '[span 3]', _narrow: '[span 6]' } },
  '&[data-count="7"] > li:last-child': { gridColumn: { base: '[span 4]', _narrow: '[span 12]' } },
  '&[data-count] > li[data-trouble][data-trouble]': { gridColumn: { base: '[1 / -1]', _narrow: '[1 / -1]' } },
})
// The first line and column of borders lie outside of the list.
const cell = css({
  display: 'grid',
  alignContent: 'start',
  minWidth: '0',
  marginTop: '[-1px]',
  marginInlineStart: '[-1px]',
  borderTop: '1px solid token(colors.border.subtle)',
  borderInlineStart: '1px solid token(colors.border.subtle)',
})
const figure = css({
  display: 'grid',
  alignContent: 'start',
  gap: '1',
  paddingInline: '4',
  paddingBlock: '3',
  color: 'fg.default',
  textDecoration: 'none',
  outlineOffset: '[-2px]',
  '&:is(a)': { _hover: { background: 'bg.hover' } },
})
const name = css({ display: 'flex', alignItems: 'center', gap: '2', color: 'fg.muted', overflowWrap: 'anywhere' })
const number = css({ textStyle: 'figure' })
