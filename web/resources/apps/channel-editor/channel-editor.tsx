import { useAtomValue } from 'jotai/react'
import { memo, useId, useState, type CSSProperties } from 'react'
import { Link, useLocation } from 'wouter'
import { css } from 'styled-system/css'
import { buttonColors } from '@tocsin/core/resources/channels/colors'
import type { Channel } from '@tocsin/core/resources/channels/types'
import { choiceOf } from '@tocsin/core/vocabulary/field-words'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { openPalette } from '../../../commands/open-palette'
import { useAccount } from '../../../data/account'
import { useRecord } from '../../../data/hooks'
import { locksAtom } from '../../../data/locked-clients'
import { resourceOf } from '../../../data/resources'
import type { Row } from '../../../data/row'
import { showHref } from '../../../navigation/hrefs'
import { isChanged } from '../../../navigation/leave'
import { sentenceOf } from '../../../notices/sentence'
import { lockText } from '../../../pages/lock-text'
import { usePreferences } from '../../../preferences'
import { materialOutline } from '../../../ui/material-icons'
import { Outline } from '../../../ui/outline'
import type { PreviewChannel } from '../../../preview/page-of'
import { button, Button } from '../../../ui/button'
import { Chip } from '../../../ui/chip'
import { cx } from '../../../ui/cx'
import { Icon } from '../../../ui/icon'
import { srOnly } from '../../../ui/sr-only'
import { State } from '../../../ui/state'
import { Waiting } from '../../../ui/waiting'
import { useT } from '../../../words'
import { hrefWith } from '../channel-href'
import { ChannelFacts } from './channel-facts'
import { ChannelForm } from './channel-form'
import './words'

type Props = {
  appId: number
  /** The id of the open channel. */
  id: number
  /** True for a channel that was just created: its fields take the focus. */
  isMade: boolean
  /** The ids of all channels of the app in its order; undefined until they are known. */
  ids: readonly number[] | undefined
  onDraft: (draft: PreviewChannel | null) => void
  /** Returns to the row of the channel. */
  onLeave: () => void
  /** Shows the preview where it has no room beside the fields. */
  onPreview: () => void
}

/** The editor of a channel beside the list of its app: its head, and its form or its facts. */
export const ChannelEditor = memo(function ChannelEditor({
  appId,
  id,
  isMade,
  ids,
  onDraft,
  onLeave,
  onPreview,
}: Props) {
  const t = useT()
  const title = useId()
  const account = useAccount()
  const channels = resourceOf('channels')
  // The lock of the client may become known after the channel.
  useAtomValue(locksAtom)
  const { data, error, refetch, isFetching } = useRecord(channels, id)
  // The channel before stays until this one is here.
  const [last, setLast] = useState<Row>()
  const found = data as Row | undefined
  if (found && found !== last) setLast(found)
  const row = found ?? (error ? undefined : last)

  if (!row)
    return error === null ? (
      <Waiting />
    ) : error.status === 404 ? (
      <Gone onLeave={onLeave} />
    ) : (
      <State
        trouble
        icon="circleAlert"
        title={t('notices.couldNotLoadData')}
        detail={sentenceOf(error, t, channels.name)}
      >
        <Button icon="refreshCw" busy={isFetching} onClick={() => void refetch()}>
          {t('web.again')}
        </Button>
      </State>
    )
  if (row['appId'] !== appId) return <Gone onLeave={onLeave} />
  const locked = lockText(channels, row, t)
  const mayChange = mayDo(account, channels, 'update', row)
  // A form with unsaved changes stays where the client is locked meanwhile, and refuses to save.
  const isForm = mayChange && (locked === null || isChanged())
  return (
    <section className={frame} aria-labelledby={title}>
      <Head row={row} ids={ids} title={title} onLeave={onLeave} onPreview={onPreview} />
      {isForm ? (
        <ChannelForm
          key={row.id}
          row={row}
          isMade={isMade}
          locked={locked}
          title={title}
          onDraft={onDraft}
          onLeave={onLeave}
        />
      ) : (
        <ChannelFacts row={row} why={locked ?? t('channelEditor.mayNot')} />
      )}
    </section>
  )
})

/** Stands for a channel that was deleted, or that belongs to another app. */
function Gone({ onLeave }: { onLeave: () => void }) {
  const t = useT()
  return (
    <State icon="circleAlert" title={t('channelEditor.gone')} detail={t('channelEditor.goneHow')}>
      <Button onClick={onLeave}>{t('channelEditor.back')}</Button>
    </State>
  )
}

type HeadProps = Pick<Props, 'ids' | 'onLeave' | 'onPreview'> & { row: Row; title: string }

/** The head of the editor: which channel it is, its kind, its place in the app, and the ways to others. */
function Head({ row, ids, title, onLeave, onPreview }: HeadProps) {
  const t = useT()
  const { locale } = usePreferences()
  const [, navigate] = useLocation()
  const channels = resourceOf('channels')
  const { id, name, channelType, config } = row as unknown as Channel
  const at = ids?.indexOf(id) ?? -1
  const [previous, next] = at < 0 ? [] : [ids?.[at - 1], ids?.[at + 1]]
  const kind = choiceOf(channels, 'channelType', channelType, t)
  const { textColor, bgColor1, bgColor2 } = buttonColors(config)
  const outline = config.icon ? materialOutline(config.icon) : undefined
  const go = (to: number | undefined) => to !== undefined && navigate(hrefWith(to), { replace: true })
  const why = (end: string) => t(at < 0 ? 'channelEditor.unread' : `channelEditor.${end}`)
  return (
    <header className={head}>
      <span className={onlyOnePage}>
        <Button look="quiet" icon="chevronLeft" iconOnly onClick={onLeave}>
          {t('channelEditor.back')}
        </Button>
      </span>
      <span
        className={swatch}
        aria-hidden="true"
        style={{ '--text': textColor, '--from': bgColor1, '--to': bgColor2 } as CSSProperties}
      >
        {outline !== undefined && <Outline path={outline} />}
      </span>
      <h2 className={heading} id={title} dir="auto">
        {name}
      </h2>
      <span className={facts}>
        <Chip tone="outlined">
          <Icon name="lock" className={small} />
          <span aria-hidden="true">{kind}</span>
          <span className={srOnly}>{t('channelEditor.kind', { kind })}</span>
        </Chip>
        <span className={number}>#{id}</span>
        <Link
          className={cx(button({ look: 'quiet', size: 'small' }), square)}
          href={showHref('channels', id)}
          title={t('channelEditor.record')}
        >
          <Icon name="history" />
          <span className={srOnly}>{t('channelEditor.record')}</span>
        </Link>
      </span>
      <span className={tools}>
        {at >= 0 && (
          <span className={place}>
            {t('channelEditor.place', {
              at: formatNumber(locale, at + 1),
              total: formatNumber(locale, ids?.length ?? 0),
            })}
          </span>
        )}
        <Button
          icon="chevronUp"
          iconOnly
          blocked={previous === undefined ? why('isFirst') : null}
          onClick={() => go(previous)}
        >
          {t('channelEditor.previous')}
        </Button>
        <Button
          icon="chevronDown"
          iconOnly
          blocked={next === undefined ? why('isLast') : null}
          onClick={() => go(next)}
        >
          {t('channelEditor.next')}
        </Button>
        <span className={onlyWide}>
          <Button icon="ellipsis" iconOnly onClick={() => openPalette({ scope: 'at-hand' })}>
            {t('channelEditor.more')}
          </Button>
        </span>
        <span className={onlyWithoutPhone}>
          <Button icon="smartphone" iconOnly onClick={onPreview}>
            {t('channelEditor.toPreview')}
          </Button>
        </span>
      </span>
    </header>
  )
}

const frame = css({
  display: 'flex',
  flexDirection: 'column',
  flex: '1',
  minHeight: '0',
  minWidth: '0',
  containerType: 'inline-size',
  containerName: 'fields',
})
const head = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2',
  flexShrink: '0',
  minHeight: '[52px]',
  paddingInline: { base: '6', _narrow: '2' },
  paddingBlock: '2',
  borderBottom: '1px solid token(colors.border.subtle)',
})
const onlyOnePage = css({ display: 'none', '[data-one-page] &': { display: 'inline-flex' } })
const onlyWide = css({ display: { base: 'inline-flex', _narrow: 'none' } })
const onlyWithoutPhone = css({
  display: 'inline-flex',
  '@container channels (min-width: 1120px)': { display: 'none' },
})
const swatch = css({
  display: 'grid',
  placeItems: 'center',
  flexShrink: '0',
  width: 'control',
  height: 'control',
  borderRadius: 'md',
  color: '[var(--text)]',
  backgroundImage: '[linear-gradient(var(--from), var(--to))]',
})
const heading = css({
  textStyle: 'title',
  minWidth: '0',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  _narrow: { flex: '1' },
})
const facts = css({ display: 'inline-flex', alignItems: 'center', gap: '2', minWidth: '0', _narrow: { order: '1' } })
const small = css({
  display: 'inline-block',
  width: 'iconSm',
  height: 'iconSm',
  marginInlineEnd: '1',
  verticalAlign: '[-2px]',
})
const number = css({ textStyle: 'mono', color: 'fg.muted' })
const tools = css({ display: 'inline-flex', alignItems: 'center', gap: '1', marginInlineStart: 'auto' })
const place = css({ color: 'fg.muted', whiteSpace: 'nowrap', marginInlineEnd: '1', _narrow: { display: 'none' } })
const square = css({ width: { base: 'controlSm', _narrow: 'touch' }, padding: '0' })
