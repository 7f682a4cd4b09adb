import { useId, useState, type KeyboardEvent } from 'react'
import { Link } from 'wouter'
import { css } from 'styled-system/css'
import { formatCount, type AlertDay } from '@tocsin/core/api/dashboard'
import { listHref } from '../../navigation/hrefs'
import { usePreferences } from '../../preferences'
import { dateText } from '../../record/display'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { srOnly } from '../../ui/sr-only'
import { mediaHook } from '../../ui/use-media'
import { useT } from '../../words'
import { Loaded } from './loaded'
import { axisEnd } from './scale'
import type { Figures } from './use-dashboard'

/** Returns whether fourteen days do not fit beside each other. */
const useFewDays = mediaHook('(max-width: 719px)')
const FEW = 7
/** The height of the bars, in pixels. */
const HEIGHT = 140
/** The height of the number above the highest bar. */
const TOP = 16

/** The alerts of the last days as a chart, with tests hatched above them, or as a table. */
export function AlertDays({ query }: { query: Figures }) {
  const t = useT()
  const [isTable, setTable] = useState(false)
  const isFew = useFewDays()
  return (
    <Card
      title={t('landing.days.title')}
      aside={
        <Button size="small" look="quiet" onClick={() => setTable(!isTable)}>
          {t(isTable ? 'landing.days.asChart' : 'landing.days.asTable')}
        </Button>
      }
    >
      <Loaded query={query} lines={4}>
        {({ alertDays }) => {
          const days = (alertDays?.list ?? []).slice(isFew ? -FEW : 0)
          return isTable ? <Table days={days} /> : <Chart days={days} />
        }}
      </Loaded>
    </Card>
  )
}

/** Returns the list of the alerts of a day. */
const hrefOf = (day: string): string =>
  `${listHref('alerts')}?${new URLSearchParams({ from: day, to: day }).toString()}`

function Chart({ days }: { days: readonly AlertDay[] }) {
  const t = useT()
  const { locale } = usePreferences()
  const hatch = useId()
  const [at, setAt] = useState(days.length - 1)
  const end = axisEnd(Math.max(...days.map(({ alerts, tests }) => alerts + tests), 0))
  const high = (count: number) => (count / end) * HEIGHT
  const yOf = (count: number) => TOP + HEIGHT - high(count)
  // One stop of Tab: arrows walk through the days.
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: days.length - 1 }[event.key]
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const next = Math.min(Math.max(to, 0), days.length - 1)
    setAt(next)
    event.currentTarget.querySelectorAll('a')[next]?.focus()
  }
  return (
    <div className={frame}>
      <p className={legend} aria-hidden="true">
        <Swatch /> {t('landing.days.alerts')} <Swatch hatch={hatch} /> {t('landing.days.tests')}
      </p>
      <div className={plot}>
        <div className={axis} aria-hidden="true">
          {[end, end / 2, 0].map((tick) => (
            <span key={tick} style={{ bottom: high(tick) }}>
              {formatCount(tick)}
            </span>
          ))}
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its links take the keys */}
        <ul className={columns} aria-label={t('landing.days.title')} onKeyDown={onKeyDown}>
          {days.map(({ day, alerts, tests }, index) => (
            <li key={day}>
              <Link
                className={column}
                href={hrefOf(day)}
                tabIndex={index === Math.min(at, days.length - 1) ? 0 : -1}
                onFocus={() => setAt(index)}
              >
                <span className={srOnly}>
                  {t('landing.days.day', {
                    day: dateText(day, locale),
                    alerts: formatCount(alerts),
                    tests: formatCount(tests),
                  })}
                </span>
                <svg className={bars} height={TOP + HEIGHT} width="100%" aria-hidden="true">
                  <text className={value} x="50%" y={yOf(alerts + tests) - 4} textAnchor="middle">
                    {formatCount(alerts)}
                    {tests > 0 && <tspan> +{formatCount(tests)}</tspan>}
                  </text>
                  <rect x="22%" width="56%" y={yOf(alerts)} height={high(alerts)} rx="2" className={solid} />
                  {tests > 0 && (
                    <rect
                      x="22%"
                      width="56%"
                      y={yOf(alerts + tests)}
                      height={Math.max(high(tests) - 1, 1)}
                      rx="2"
                      fill={`url(#${hatch})`}
                      className={outlined}
                    />
                  )}
                </svg>
                <span className={index === days.length - 1 ? today : muted} aria-hidden="true">
                  {Number(day.slice(-2))}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
      <svg width="0" height="0" aria-hidden="true">
        <defs>
          <pattern
            id={hatch}
            width="5"
            height="5"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
            className={stripes}
          >
            <line y2="5" x1="1" x2="1" />
          </pattern>
        </defs>
      </svg>
    </div>
  )
}

const Swatch = ({ hatch }: { hatch?: string }) => (
  <svg width="10" height="10" aria-hidden="true">
    <rect
      width="10"
      height="10"
      rx="2"
      className={hatch === undefined ? solid : outlined}
      {...(hatch === undefined ? {} : { fill: `url(#${hatch})` })}
    />
  </svg>
)

function Table({ days }: { days: readonly AlertDay[] }) {
  const t = useT()
  const { locale } = usePreferences()
  return (
    <table className={table} aria-label={t('landing.days.title')}>
      <thead>
        <tr>
          <th scope="col">{t('landing.days.of')}</th>
          <th scope="col">{t('landing.days.alerts')}</th>
          <th scope="col">{t('landing.days.tests')}</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, alerts, tests }) => (
          <tr key={day}>
            <th scope="row">
              <Link className={dayLink} href={hrefOf(day)}>
                {dateText(day, locale)}
              </Link>
            </th>
            <td>{formatCount(alerts)}</td>
            <td>{formatCount(tests)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const frame = css({ padding: '4' })
const legend = css({ display: 'flex', alignItems: 'center', gap: '2', color: 'fg.muted', textStyle: 'small' })
const plot = css({ display: 'flex', gap: '2', minWidth: '0' })
const axis = css({
  position: 'relative',
  width: '[3ch]',
  // The ground of the bars is above the numbers of the days.
  marginBottom: '5',
  textStyle: 'caption',
  color: 'fg.muted',
  '& span': { position: 'absolute', insetInlineEnd: '0', transform: 'translateY(50%)' },
})
const columns = css({
  display: 'flex',
  flex: '1',
  minWidth: '0',
  margin: '0',
  padding: '0',
  listStyle: 'none',
  '& li': { flex: '1', minWidth: '0' },
})
const column = css({
  display: 'grid',
  justifyItems: 'center',
  paddingTop: '2',
  borderRadius: 'sm',
  color: 'fg.default',
  textStyle: 'caption',
  textDecoration: 'none',
  outlineOffset: '[-2px]',
  _hover: { background: 'bg.hover' },
})
const value = css({ fill: 'fg.default', '& tspan': { fill: 'fg.muted' }, _forced: { fill: '[CanvasText]' } })
const bars = css({ display: 'block', borderBottom: '1px solid token(colors.chart.grid)' })
const solid = css({ fill: 'chart.1', _forced: { fill: '[CanvasText]' } })
const outlined = css({ stroke: 'chart.1', strokeWidth: '[1px]', _forced: { stroke: '[CanvasText]' } })
const stripes = css({ '& line': { stroke: 'chart.1', strokeWidth: '[1.5px]', _forced: { stroke: '[CanvasText]' } } })
const muted = css({ color: 'fg.muted' })
const today = css({ fontWeight: 'semibold' })
const table = css({
  width: 'full',
  borderCollapse: 'collapse',
  marginBottom: '2',
  '& :is(th, td)': { height: 'rowHeader', paddingInline: '4', textAlign: 'end', fontWeight: 'regular' },
  '& th:first-child': { textAlign: 'start' },
  '& thead th': { color: 'fg.muted', textStyle: 'small' },
})
const dayLink = css({ color: 'fg.default', _hover: { textDecoration: 'underline' } })
