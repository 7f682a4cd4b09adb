import { Link } from 'wouter'
import { css } from 'styled-system/css'
import type { Channel } from '@tocsin/core/resources/channels/types'
import type { Row } from '../../data/row'
import { showHref } from '../../navigation/hrefs'
import { sentenceOf } from '../../notices/sentence'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { Waiting } from '../../ui/waiting'
import { useT } from '../../words'
import { useChannels } from '../apps/parts'
import './words'

type Props = { id: string; app: Row; label: string; onClose: () => void }

/** The channels of an app in its order, beside the list that the app is in. */
export function ChannelsPanel({ id, app, label, onClose }: Props) {
  const t = useT()
  const { data, error, isFetching, refetch } = useChannels(app.id)
  const rows = data?.rows as Channel[] | undefined
  return (
    <aside id={id} className={frame} aria-label={label}>
      <header className={head}>
        <h2 className={heading}>{label}</h2>
        <Button look="quiet" icon="x" iconOnly onClick={onClose}>
          {t('projects.closeChannels')}
        </Button>
      </header>
      {rows === undefined ? (
        error ? (
          <div className={trouble}>
            <p>{sentenceOf(error, t, 'channels')}</p>
            <Button size="small" icon="refreshCw" busy={isFetching} onClick={() => void refetch()}>
              {t('web.again')}
            </Button>
          </div>
        ) : (
          <Waiting />
        )
      ) : rows.length === 0 ? (
        <p className={quiet}>{t('resources.channels.empty')}</p>
      ) : (
        <ol className={list}>
          {rows.map((channel) => (
            <li key={channel.id} className={item}>
              <Link href={showHref('channels', channel.id)} className={link}>
                {channel.name}
              </Link>
              <span className={quiet}>{t(`resources.channels.choices.channelType.${channel.channelType}`)}</span>
              {channel.primary && <Chip>{t('resources.channels.fields.primary')}</Chip>}
            </li>
          ))}
        </ol>
      )}
    </aside>
  )
}

const frame = css({
  display: 'flex',
  flexDirection: 'column',
  gap: '3',
  flexShrink: '0',
  width: { base: '[320px]', _tablet: 'full' },
  // From the tabs above down to the foot.
  marginTop: { base: '[-12px]', _tablet: '0' },
  minWidth: '0',
  padding: '4',
  overflowY: 'auto',
  background: 'bg.canvas',
  borderInlineStart: { base: '1px solid token(colors.border.subtle)', _tablet: 'none' },
  borderTop: { base: 'none', _tablet: '1px solid token(colors.border.subtle)' },
})
const head = css({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '2', minWidth: '0' })
const heading = css({ textStyle: 'title', overflowWrap: 'anywhere' })
const list = css({ display: 'grid', minWidth: '0' })
const item = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2',
  minHeight: { base: 'control', _narrow: 'touch' },
  paddingBlock: '1.5',
  borderTop: '1px solid token(colors.border.subtle)',
})
const link = css({ color: 'fg.default', fontWeight: 'medium', overflowWrap: 'anywhere', minWidth: '0' })
const quiet = css({ color: 'fg.muted' })
const trouble = css({ display: 'grid', justifyItems: 'start', gap: '2', color: 'danger.fg' })
