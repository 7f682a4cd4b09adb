import { useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { css } from 'styled-system/css'
import { useAccount } from '../../data/account'
import { memoryOf, PINS, togglePin, type Visited } from '../../data/visits'
import '../../keys/home'
import { useKeys } from '../../keys/use-keys'
import { showHref } from '../../navigation/hrefs'
import { iconOf, placesOf } from '../../navigation/places'
import { tellReason, toast } from '../../notices/toast'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { Hints } from '../../ui/hints'
import { Icon } from '../../ui/icon'
import { useT } from '../../words'
import { recordInFocus, recordMark } from './pinned'

/** The number of records shown that were opened last. */
const SHOWN = 5

/** The records that the reader pinned, and those that were opened last, as this browser remembers them. */
export function Recent() {
  const t = useT()
  const account = useAccount()
  const card = useRef<HTMLDivElement>(null)
  const moved = useRef<Visited | null>(null)
  const [, drawAnew] = useState(0)
  const places = placesOf(account)
  const isSeen = ({ noun }: Visited) => places.includes(noun)
  const memory = memoryOf(account.id)
  const pins = memory.pins.filter(isSeen)
  const isPinned = ({ noun, id }: Visited) => pins.some((pin) => pin.noun === noun && pin.id === id)
  const recents = memory.recents.filter((one) => isSeen(one) && !isPinned(one)).slice(0, SHOWN)
  const toggle = (record: Visited) => {
    if (!isPinned(record) && memory.pins.length >= PINS) {
      tellReason({ key: 'landing.recent.full', values: { count: PINS } })
      return
    }
    const now = togglePin(account.id, record)
    moved.current = card.current?.contains(document.activeElement) ? record : null
    toast({
      tone: 'done',
      text: (words) => words(`landing.recent.${now ? 'isPinned' : 'isUnpinned'}`, { name: record.title }),
    })
    drawAnew((count) => count + 1)
  }
  // The row is elsewhere in the card now, and keeps the focus.
  useLayoutEffect(() => {
    const record = moved.current
    moved.current = null
    if (!record) return
    const rows = card.current?.querySelectorAll<HTMLElement>('[data-noun]') ?? []
    const row = [...rows].find(({ dataset }) => dataset['noun'] === record.noun && dataset['id'] === String(record.id))
    ;(row ?? rows[0])?.focus()
  })
  useKeys('list', {
    pin: () => {
      const record = recordInFocus()
      if (!record || !isSeen(record)) return false
      toggle(record)
      return true
    },
  })
  const row = (record: Visited) => (
    <Row key={`${record.noun} ${record.id}`} record={record} isPinned={isPinned(record)} onToggle={toggle} />
  )
  const isEmpty = pins.length + recents.length === 0
  return (
    <div ref={card}>
      <Card
        title={t('landing.recent.title')}
        aside={
          !isEmpty && (
            <span className={muted}>
              <Hints of={[[['P'], t('landing.recent.pin')]]} />
            </span>
          )
        }
      >
        {isEmpty && <p className={nothing}>{t('landing.recent.none')}</p>}
        {pins.length > 0 && <h3 className={caption}>{t('landing.recent.pinned')}</h3>}
        {pins.length > 0 && <ul aria-label={t('landing.recent.pinned')}>{pins.map(row)}</ul>}
        {recents.length > 0 && <h3 className={caption}>{t('landing.recent.opened')}</h3>}
        {recents.length > 0 && <ul aria-label={t('landing.recent.opened')}>{recents.map(row)}</ul>}
      </Card>
    </div>
  )
}

type RowProps = { record: Visited; isPinned: boolean; onToggle: (record: Visited) => void }

function Row({ record, isPinned, onToggle }: RowProps) {
  const t = useT()
  const { noun, id, title } = record
  return (
    <li className={line}>
      <Link className={link} href={showHref(noun, id)} data-step {...recordMark(record)}>
        <Icon name={iconOf(noun)} />
        <span className={words} dir="auto">
          {title} <span className={muted}>· {t(`resources.${noun}.name`)}</span>
        </span>
      </Link>
      <span className={isPinned ? on : undefined}>
        <Button icon="pin" iconOnly look="quiet" size="small" onClick={() => onToggle(record)}>
          {t(`landing.recent.${isPinned ? 'unpinOne' : 'pinOne'}`, { name: title })}
        </Button>
      </span>
    </li>
  )
}

const nothing = css({ padding: '4', color: 'fg.muted' })
const caption = css({
  textStyle: 'caption',
  color: 'fg.subtle',
  paddingInline: '4',
  paddingTop: '3',
  paddingBottom: '1',
})
const line = css({ display: 'flex', alignItems: 'center', paddingInlineEnd: '2' })
const link = css({
  display: 'flex',
  alignItems: 'center',
  flex: '1',
  minWidth: '0',
  gap: '3',
  minHeight: { base: 'row', _narrow: 'touch' },
  paddingInlineStart: '4',
  paddingBlock: '1',
  color: 'fg.default',
  textDecoration: 'none',
  outlineOffset: '[-2px]',
  _hover: { background: 'bg.hover' },
  '& svg': { color: 'fg.muted', flexShrink: '0' },
})
const words = css({ minWidth: '0', overflowWrap: 'anywhere' })
const muted = css({ color: 'fg.muted' })
const on = css({ '& svg': { color: 'accent.fg', fill: 'current' } })
