import { mayDo } from '@tocsin/core/vocabulary/permissions'
import type { Client } from '@tocsin/core/resources/clients/types'
import { css } from 'styled-system/css'
import { useAccount } from '../data/account'
import { lockedText } from '../data/locked-clients'
import { resourceOf } from '../data/resources'
import { withListActions } from '../table/use-list-actions'
import { useT } from '../words'
import { Button } from '../ui/button'
import { Icon } from '../ui/icon'

/** Shows that this client is locked, across the full width under the bar; it cannot be closed. */
export function LockedBanner({ client }: { client: Client }) {
  const t = useT()
  const account = useAccount()
  const locked = lockedText(client, t)
  if (locked === null) return null
  const clients = resourceOf('clients')
  return (
    <output className={banner}>
      <Icon name="lock" />
      <span dir="auto">{locked}</span>
      {mayDo(account, clients, { action: 'unlock' }) && account.userType !== 'client' && (
        <Button
          size="small"
          onClick={() =>
            withListActions(({ runAction }) => runAction(clients, 'unlock', { kind: 'rows', rows: [client] }))
          }
        >
          {t('screens.unlock')}
        </Button>
      )}
    </output>
  )
}

const banner = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2.5',
  flexShrink: '0',
  minHeight: 'row',
  paddingInline: { base: '6', _narrow: '4' },
  paddingBlock: '1.5',
  borderBottom: '1px solid token(colors.warning.border)',
  background: 'warning.subtle',
  color: 'warning.fg',
  '& button': { marginInlineStart: 'auto' },
})
