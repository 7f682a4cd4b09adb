import { useMemo } from 'react'
import { Link } from 'wouter'
import { css } from 'styled-system/css'
import type { Channel } from '@tocsin/core/resources/channels/types'
import { choiceOf } from '@tocsin/core/vocabulary/field-words'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { CommandButton } from '../../../commands/command-button'
import { define } from '../../../commands/define'
import { useAccount } from '../../../data/account'
import { resourceOf } from '../../../data/resources'
import type { Row } from '../../../data/row'
import { showHref } from '../../../navigation/hrefs'
import { Chip } from '../../../ui/chip'
import { Icon } from '../../../ui/icon'
import { useT } from '../../../words'
import './words'

/** The providers that get the alerts of a channel, with their kinds (CHAN-27). */
export function Providers({ row }: { row: Row }) {
  const t = useT()
  const account = useAccount()
  const providers = resourceOf('monitoring-providers')
  const assigned = (row as unknown as Channel).MonitoringProviders
  if (assigned.length === 0) return <p className={none}>{t('channelEditor.none')}</p>
  return (
    <ul className={list}>
      {assigned.map(({ id, name, providerType }) => (
        <li key={id} className={line}>
          <Icon name="satelliteDish" />
          <span className={text} dir="auto">
            {mayDo(account, providers, 'view') ? (
              <Link className={link} href={showHref('monitoring-providers', id)}>
                {name}
              </Link>
            ) : (
              name
            )}
          </span>
          <Chip tone="outlined">{choiceOf(providers, 'providerType', providerType, t)}</Chip>
        </li>
      ))}
    </ul>
  )
}

/** The button that assigns other providers. */
export function AssignButton({ row }: { row: Row }) {
  const t = useT()
  const account = useAccount()
  const command = useMemo(
    () =>
      define(
        resourceOf('channels'),
        'assignProviders',
        { group: 'record', targets: { kind: 'rows', rows: [row] } },
        account,
      ),
    [row, account],
  )
  return (
    <CommandButton command={command} size="small" bare>
      {t('channelEditor.assign')}
    </CommandButton>
  )
}

const none = css({ color: 'fg.muted' })
const list = css({
  margin: '0',
  padding: '0',
  listStyle: 'none',
  border: '1px solid token(colors.border.subtle)',
  borderRadius: 'md',
})
const line = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  minWidth: '0',
  minHeight: { base: 'control', _narrow: 'touch' },
  paddingInline: '2.5',
  color: 'fg.muted',
  '&:not(:first-child)': { borderTop: '1px solid token(colors.border.subtle)' },
})
const text = css({
  flex: '1',
  minWidth: '0',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  color: 'fg.default',
})
const link = css({ color: 'fg.default', textDecoration: 'none', _hover: { textDecoration: 'underline' } })
