import { useEffect, useRef } from 'react'
import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { css } from 'styled-system/css'
import { formatCount } from '@tocsin/core/api/dashboard'
import type { Page as RowsPage } from '@tocsin/core/api/client'
import type { ApiError } from '@tocsin/core/base/errors'
import { may, mayDo } from '@tocsin/core/vocabulary/permissions'
import { useAccount } from '../../data/account'
import { client } from '../../data/api'
import { listKey } from '../../data/hooks'
import { resourceOf } from '../../data/resources'
import type { Row } from '../../data/row'
import { useSelectedClient } from '../../data/selected-client'
import '../../keys/home'
import { capsOf } from '../../keys/show'
import { keyboard, useKeys } from '../../keys/use-keys'
import { usePreferences } from '../../preferences'
import { dateText } from '../../record/display'
import { button } from '../../ui/button'
import { Card } from '../../ui/card'
import { addFocusHome } from '../../ui/focus'
import { Hints } from '../../ui/hints'
import { Icon } from '../../ui/icon'
import { Kbd } from '../../ui/kbd'
import { useT } from '../../words'
import { Loaded } from './loaded'
import { WAITS, type Wait } from './waiting'

/** The time after which what waits is read again, while the page can be seen (ms). */
const EVERY = 30_000

type Found = UseQueryResult<RowsPage<Row>, ApiError>

/** The work that waits for the reader: its amount, its age, and the list where it is done. Each row loads and fails alone. */
export function Waits() {
  const t = useT()
  const { locale } = usePreferences()
  const account = useAccount()
  const { id: clientId } = useSelectedClient()
  const [, navigate] = useLocation()
  const hasClient = account.userType === 'client' || clientId !== null
  const waits = WAITS.filter(
    ({ resource, can, ofClient }) =>
      may(account, can) && mayDo(account, resourceOf(resource), 'view') && (hasClient || !ofClient),
  )
  const answers = useQueries({
    queries: waits.map(({ resource, where, order, limit }) => {
      const { tenant } = resourceOf(resource)
      const query = { limit, order, ...where, ...(tenant && clientId !== null ? { [tenant]: clientId } : {}) }
      return {
        queryKey: listKey(account.id, resource, query),
        queryFn: () => client.list(resourceOf(resource), query) as Promise<RowsPage<Row>>,
        staleTime: 0,
        refetchInterval: EVERY,
      }
    }),
  }) as Found[]
  const isRead = answers.every(({ isPending }) => !isPending)
  // A number is given to a row once all are known, so that it means the same row from the first moment.
  const numbered = isRead ? waits.filter((_, at) => (answers[at]?.data?.total ?? 0) > 0) : []
  const rows = useFirstRow(isRead)
  useKeys(
    'list',
    {
      wait: (_, stroke) => {
        const wait = numbered[Number(stroke) - 1]
        const found = wait && answers[waits.indexOf(wait)]?.data
        if (!found) return false
        navigate(wait.href(found))
        return true
      },
    },
    { enabled: numbered.length > 0 },
  )
  if (waits.length === 0) return null
  const isQuiet = answers.every(({ data }) => data?.total === 0)
  const checked = Math.max(...answers.map(({ dataUpdatedAt }) => dataUpdatedAt))
  return (
    <Card
      title={t('landing.waits.title')}
      aside={
        numbered.length > 0 && (
          <span className={hints}>
            <Hints
              of={[
                [['J', 'K'], t('landing.waits.move')],
                [capsOf('Enter', keyboard), t('landing.waits.open')],
              ]}
            />
          </span>
        )
      }
    >
      {isQuiet ? (
        <p className={nothing}>
          {t('landing.waits.none', { time: dateText(new Date(checked).toISOString(), locale) })}
        </p>
      ) : (
        <ul aria-label={t('landing.waits.title')} ref={rows}>
          {waits.map((wait, at) => (
            <Waiting key={wait.name} wait={wait} query={answers[at]!} number={numbered.indexOf(wait) + 1} />
          ))}
        </ul>
      )}
    </Card>
  )
}

/**
 * Gives the focus to the first row once all are read, unless the reader has moved it: on arrival, when a dialog that lay over
 * the page gives it back to the heading, and when a focused row disappears.
 */
function useFirstRow(isRead: boolean) {
  const rows = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (!isRead) return
    const first = () => rows.current?.querySelector<HTMLElement>('[data-step]') ?? null
    const move = (from: string) => {
      if (document.activeElement?.matches(from)) first()?.focus({ preventScroll: true })
    }
    move('h1, main, body')
    // A press on the greeting is meant for it.
    let isPressed = false
    const onPress = ({ type }: Event) => (isPressed = type === 'pointerdown')
    const onFocus = () => !isPressed && move('h1')
    for (const type of ['pointerdown', 'pointerup', 'pointercancel']) document.addEventListener(type, onPress)
    document.addEventListener('focusin', onFocus)
    const forget = addFocusHome(first)
    return () => {
      for (const type of ['pointerdown', 'pointerup', 'pointercancel']) document.removeEventListener(type, onPress)
      document.removeEventListener('focusin', onFocus)
      forget()
    }
  }, [isRead])
  return rows
}

/** One row. `number` is the key that opens it from anywhere on the page; 0 while it has none. */
function Waiting({ wait, query, number }: { wait: Wait; query: Found; number: number }) {
  const t = useT()
  const { locale } = usePreferences()
  const { name, icon, href, why, urgent } = wait
  if (query.data?.total === 0 && !query.error) return null
  return (
    <li className={item}>
      <Loaded query={query} lines={1}>
        {(found) => (
          <Link
            className={row}
            href={href(found)}
            aria-keyshortcuts={number > 0 ? String(number) : undefined}
            data-step
          >
            <Icon name={icon} />
            <span className={count} data-urgent={urgent}>
              {formatCount(found.total)}
            </span>
            <span className={words}>
              <span>{t(`landing.waits.${name}.what`)}</span>
              <span className={muted} dir="auto">
                {why(found, { t, locale })}
              </span>
            </span>
            <span className={verb}>
              <span className={button({ look: 'default', size: 'small' })}>
                {t(`landing.waits.${name}.verb`)}
                {number > 0 && <Kbd keys={[String(number)]} />}
              </span>
            </span>
            <Icon name="chevronRight" className={narrow} />
          </Link>
        )}
      </Loaded>
    </li>
  )
}

const nothing = css({ padding: '4', color: 'fg.muted' })
const hints = css({ color: 'fg.muted', textStyle: 'small' })
const item = css({ '&:not(:first-child)': { borderTop: '1px solid token(colors.border.subtle)' } })
const row = css({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  minHeight: '[56px]',
  paddingInline: '4',
  paddingBlock: '2',
  color: 'fg.default',
  textDecoration: 'none',
  outlineOffset: '[-2px]',
  _hover: { background: 'bg.hover' },
  _focusVisible: { background: 'bg.active' },
  '& > svg': { color: 'fg.muted', flexShrink: '0' },
})
const count = css({
  textStyle: 'heading',
  minWidth: { base: '[4ch]', _narrow: '[2ch]' },
  textAlign: 'end',
  '&[data-urgent=true]': { color: 'alarm.fg' },
})
const words = css({ display: 'grid', flex: '1', minWidth: '0', overflowWrap: 'anywhere' })
const muted = css({ color: 'fg.muted', textStyle: 'small' })
// On a narrow screen the whole row is the target, and a chevron stands for the word.
const verb = css({ display: { base: 'contents', _narrow: 'none' } })
const narrow = css({ display: { base: 'none', _narrow: 'block' } })
