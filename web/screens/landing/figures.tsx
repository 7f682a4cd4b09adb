import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { css } from 'styled-system/css'
import { formatCount, TOTAL_NAMES, TOTALS, type Dashboard } from '@tocsin/core/api/dashboard'
import { useAccount } from '../../data/account'
import { listHref } from '../../navigation/hrefs'
import { iconOf, placesOf } from '../../navigation/places'
import { usePreferences } from '../../preferences'
import { dateText } from '../../record/display'
import { Card } from '../../ui/card'
import { Icon } from '../../ui/icon'
import { useT } from '../../words'
import { Loaded } from './loaded'
import type { Figures } from './use-dashboard'

/** The cards of a dashboard: how much there is of what the reader may see, and the time of the count. */
export function FiguresCard({ title, query, children }: { title: string; query: Figures; children?: ReactNode }) {
  const t = useT()
  const { locale } = usePreferences()
  const { data } = query
  return (
    <Card
      title={title}
      aside={
        data && <span className={quiet}>{t('landing.countedAt', { time: dateText(data.timestamp, locale) })}</span>
      }
    >
      {children}
      <Loaded query={query} lines={2}>
        {(dashboard) => <Totals label={title} dashboard={dashboard} />}
      </Loaded>
    </Card>
  )
}

function Totals({ label, dashboard }: { label: string; dashboard: Dashboard }) {
  const totals = TOTAL_NAMES.flatMap((name) => {
    const total = dashboard[name]
    return total ? [{ resource: TOTALS[name], ...total }] : []
  })
  return (
    <ul className={figures} aria-label={label}>
      {totals.map(({ resource, total }) => (
        <Figure key={resource} resource={resource}>
          {formatCount(total)}
        </Figure>
      ))}
    </ul>
  )
}

/**
 * The number of a resource, with a link to its list where the reader may open that. `trouble` stands below the number: why
 * there is none.
 */
export function Figure({
  resource,
  trouble,
  children,
}: {
  resource: string
  trouble?: ReactNode
  children: ReactNode
}) {
  const t = useT()
  const account = useAccount()
  const content = (
    <>
      <span className={name}>
        <Icon name={iconOf(resource)} />
        {t(`resources.${resource}.names`)}
      </span>
      <span className={number}>{children}</span>
    </>
  )
  return (
    <li className={cell} data-trouble={trouble ? true : undefined}>
      {placesOf(account).includes(resource) ? (
        <Link className={figure} href={listHref(resource)} data-step>
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
export const figures = css({
  display: 'grid',
  gridTemplateColumns: '[repeat(auto-fit, minmax(min(180px, 45%), 1fr))]',
  margin: '0',
  padding: '0',
  listStyle: 'none',
  overflow: 'hidden',
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
  '&[data-trouble]': { gridColumn: '[1 / -1]' },
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
