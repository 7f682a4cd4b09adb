import { css } from 'styled-system/css'
import { useState } from 'react'
import type { Profile } from '@tocsin/core/api/session'
import { nameOfAccount } from '../accounts/account-acts'
import { backToOneself } from '../accounts/back-to-oneself'
import { Button } from '../ui/button'
import { Icon } from '../ui/icon'
import { useT } from '../words'

/** Shows the present account, one's own and a button to return to it, above all other banners. It cannot be closed. */
export default function ImpersonationBanner({ account }: { account: Profile }) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const { impersonator } = account
  if (!impersonator) return null
  const own = impersonator.name || impersonator.username
  return (
    <section className={banner} aria-label={t('shell.actingAs.label')}>
      <Icon name="userCheck" />
      <p className={words}>
        <strong dir="auto">{t('shell.actingAs.who', { name: nameOfAccount(account), own })}</strong>{' '}
        <span className={more}>{t('shell.actingAs.recorded')}</span>
      </p>
      <Button
        size="small"
        busy={busy}
        onClick={() => {
          setBusy(true)
          void backToOneself().finally(() => setBusy(false))
        }}
      >
        {t('shell.actingAs.back', { own })}
      </Button>
    </section>
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
  background: 'bg.inverse',
  color: 'fg.inverse',
  '& > svg': { flexShrink: '0' },
  '& button': {
    marginInlineStart: 'auto',
    background: 'transparent',
    borderColor: 'fg.inverseMuted',
    color: 'fg.inverse',
    boxShadow: '[none]',
    whiteSpace: { base: 'nowrap', _narrow: 'normal' },
    flexShrink: { base: '0', _narrow: '1' },
    _hover: { borderColor: 'fg.inverse', textDecoration: 'underline' },
    _focusVisible: { outlineColor: 'fg.inverse' },
  },
})
const words = css({ minWidth: '0', overflowWrap: 'anywhere', '& strong': { fontWeight: 'semibold' } })
const more = css({ color: 'fg.inverseMuted' })
