import { css } from 'styled-system/css'
import { ApiError } from '@tocsin/core/base/errors'
import type { Profile } from '@tocsin/core/api/session'
import { sentenceOf } from '../../notices/sentence'
import { continueAs } from '../../data/accounts'
import { noticeAtom } from '../../data/sign-in'
import { avatar, initialsOf } from '../../ui/avatar'
import { store } from '../../store'
import { useT } from '../../words'

/** The accounts signed in on this browser, each with a button that resumes it (A-032). */
export function ContinueAs({ profiles, onDone }: { profiles: readonly Profile[]; onDone: () => void }) {
  const t = useT()
  const choose = async (id: number) => {
    try {
      await continueAs(id)
      store.set(noticeAtom, null)
      onDone()
    } catch (error) {
      // The session may have ended, or no response came. The other accounts and the form stay usable.
      store.set(noticeAtom, {
        tone: 'warning',
        text: (say) => sentenceOf(error, say),
        requestId: error instanceof ApiError ? error.requestId : undefined,
      })
    }
  }
  return (
    <section className={frame} aria-label={t('signIn.accounts')}>
      {profiles.map(({ id, name, username, userType, role }) => {
        const go = t('signIn.continueAs', { name: name || username })
        const who = `${username} · ${t(`roles.${userType}.${role}`)}`
        return (
          <button key={id} type="button" className={card} aria-label={`${go} ${who}`} onClick={() => void choose(id)}>
            <span className={avatar} data-initials={initialsOf(name || username)} />
            <span className={words}>
              <strong dir="auto">{go}</strong> <span dir="auto">{who}</span>
            </span>
          </button>
        )
      })}
      <p className={other}>{t('signIn.another')}</p>
    </section>
  )
}

const frame = css({ display: 'grid', gap: '2' })
const card = css({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  minWidth: '0',
  padding: '2.5',
  textAlign: 'start',
  border: '1px solid token(colors.border.default)',
  borderRadius: 'md',
  background: 'bg.surface',
  boxShadow: 'raised',
  cursor: 'pointer',
  _hover: { background: 'bg.hover' },
})
const words = css({
  display: 'grid',
  minWidth: '0',
  fontSize: 'xs',
  color: 'fg.muted',
  '& > *': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& strong': { fontSize: 'sm', fontWeight: 'medium', color: 'fg.default' },
})
const other = css({ textStyle: 'small', color: 'fg.muted' })
