import { css } from 'styled-system/css'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { ApiToken } from '@tocsin/core/resources/monitoring-providers/types'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { blockedFor } from '../../commands/why'
import { runAction } from '../../commands/run-action'
import type { Row } from '../../data/row'
import { useAccount } from '../../data/account'
import { usePreferences } from '../../preferences'
import { dateText } from '../../record/display'
import { Button } from '../../ui/button'
import { useT } from '../../words'

type Props = { resource: Resource; row: Row; tokens: readonly ApiToken[] }

/** The names of the tokens that a provider's programs sign in with. A token itself is shown only when it is created. */
export function ProviderTokens({ resource, row, tokens }: Props) {
  const t = useT()
  const account = useAccount()
  const { locale } = usePreferences()
  const here = 'resources.monitoring-providers'
  const mayChange = mayDo(account, resource, { action: 'authenticate' }, row)
  const blocked = blockedFor(resource, 'authenticate', row)
  const run = (action: string, values = {}) =>
    void runAction(resource, action, { kind: 'rows', rows: [row] }, { values })
  return (
    <div className={frame}>
      {tokens.length === 0 ? (
        <p className={none}>{t(`${here}.noTokens`)}</p>
      ) : (
        <ul className={list}>
          {tokens.map(({ id, name, createdAt, updatedAt }) => (
            <li key={id} className={item}>
              <span className={called} dir="auto">
                {name}
              </span>
              <span className={when}>
                {t(`${here}.parts.apiTokens.createdAt`)} {dateText(createdAt, locale)}
              </span>
              <span className={when}>
                {t(`${here}.parts.apiTokens.updatedAt`)} {dateText(updatedAt, locale)}
              </span>
              {mayChange && (
                <Button
                  size="small"
                  blocked={blocked && t(blocked.key, blocked.values)}
                  onClick={() => run('revokeToken', { name })}
                >
                  {t(`${here}.revoke`, { name })}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChange && (
        <div>
          <Button icon="plus" blocked={blocked && t(blocked.key, blocked.values)} onClick={() => run('authenticate')}>
            {t(`${here}.actions.authenticate`)}
          </Button>
        </div>
      )}
    </div>
  )
}

const frame = css({ display: 'grid', gap: '4', maxWidth: 'page' })
const none = css({ color: 'fg.muted' })
const list = css({ display: 'grid', gap: '2', listStyle: 'none', margin: '0', padding: '0' })
const item = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4',
  padding: '3',
  background: 'bg.surface',
  border: '1px solid token(colors.border.subtle)',
  borderRadius: 'md',
})
const called = css({ flexGrow: '1', overflowWrap: 'anywhere', minWidth: '0' })
const when = css({ color: 'fg.muted', whiteSpace: 'nowrap' })
