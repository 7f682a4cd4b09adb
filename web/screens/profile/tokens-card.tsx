import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'wouter'
import { css } from 'styled-system/css'
import type { ApiError } from '@tocsin/core/base/errors'
import type { Token } from '@tocsin/core/resources/tokens/types'
import { runAction } from '../../commands/run-action'
import { useAccount } from '../../data/account'
import { client } from '../../data/api'
import { resourceOf } from '../../data/resources'
import { createHref, here, listHref, showHref } from '../../navigation/hrefs'
import { sentenceOf } from '../../notices/sentence'
import { usePreferences } from '../../preferences'
import { dateText } from '../../record/display'
import { button, Button } from '../../ui/button'
import { addFocusHome } from '../../ui/focus'
import { Icon } from '../../ui/icon'
import { FailureBox } from '../../ui/notice-box'
import { useT } from '../../words'
import { lead, name, quiet, row, rows, words } from './row-look'

/** One's own tokens in use: each can be revoked, and another one made. */
export function TokensCard() {
  const t = useT()
  const account = useAccount()
  const { locale } = usePreferences()
  const tokens = resourceOf('tokens')
  const list = useRef<HTMLUListElement>(null)
  const { data, error, refetch } = useQuery<Token[], ApiError>({
    queryKey: [account.id, 'tokens', 'own'],
    queryFn: async () => (await client.list(tokens, { UserId: account.id, limit: 100 })).rows as Token[],
  })
  const revoke = async (token: Token) => {
    // The focus returns to this list, and not to another one of the page, as the row of the token goes.
    const leave = addFocusHome(() => list.current)
    try {
      if (await runAction(tokens, 'revoke', { kind: 'rows', rows: [{ ...token }] })) await refetch()
    } finally {
      setTimeout(leave)
    }
  }
  return (
    <>
      <p className={lead}>{t('profile.tokensLead')}</p>
      {error && (
        <div className={foot}>
          <FailureBox error={error} sentence={sentenceOf} onRetry={() => void refetch()} />
        </div>
      )}
      <ul className={rows} ref={list} tabIndex={-1} aria-label={t('resources.tokens.names')}>
        {(data ?? []).map((token) => (
          <li className={row} key={token.id}>
            <Icon name="terminal" />
            <div className={words}>
              <p className={name}>
                <Link href={showHref('tokens', token.id)} dir="auto">
                  {token.name}
                </Link>
              </p>
              <p className={quiet}>
                {t(token.lastUsedAt === null ? 'profile.tokenUnused' : 'profile.tokenUsed', {
                  prefix: token.prefix,
                  ends: dateText(token.expiresAt, locale),
                  used: token.lastUsedAt === null ? '' : dateText(token.lastUsedAt, locale),
                })}
              </p>
            </div>
            <Button
              size="small"
              look="danger"
              aria-label={t('profile.revokeThis', { name: token.name })}
              onClick={() => void revoke(token)}
            >
              {t('profile.revoke')}
            </Button>
          </li>
        ))}
      </ul>
      <div className={foot}>
        <Link className={button()} href={createHref('tokens', {}, here())}>
          {t('acts.create', { what: t('resources.tokens.name').toLowerCase() })}
        </Link>
        <Link href={listHref('tokens')}>{t('profile.allTokens')}</Link>
      </div>
    </>
  )
}

const foot = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4', padding: '4' })
