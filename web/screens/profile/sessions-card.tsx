import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { css } from 'styled-system/css'
import type { ApiError } from '@tocsin/core/base/errors'
import { readOwnSessions, type OwnSession } from '@tocsin/core/api/own-sessions'
import type { Person } from '@tocsin/core/api/profile'
import { sentenceOf } from '../../notices/sentence'
import { http } from '../../data/api'
import { queryClient } from '../../data/query'
import { FailureBox } from '../../ui/notice-box'
import { addFocusHome } from '../../ui/focus'
import { usePreferences } from '../../preferences'
import { dateText } from '../../record/display'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { Icon, type IconName } from '../../ui/icon'
import { useT } from '../../words'
import { EndSessionsDialog } from './end-sessions-dialog'
import { TerminalDialog } from './terminal-dialog'
import { lead, name, quiet, row, rows, words } from './row-look'

const ICONS: Record<OwnSession['agent'], IconName> = { browser: 'appWindow', terminal: 'terminal', other: 'fileCode' }

const keyOf = (person: Person) => [person.id, 'users', 'sessions', person.id] as const

type Props = {
  person: Person
  /** The reason why sessions can be neither listed nor ended. */
  blocked: string | null
}

/** One's own sessions: each can be ended, and all others at once. */
export function SessionsCard({ person, blocked }: Props) {
  const t = useT()
  if (blocked) return <p className={why}>{blocked}</p>
  return (
    <>
      <p className={lead}>{t('profile.sessionsLead')}</p>
      <Sessions person={person} unproved={person.hasPassword ? null : t('profile.blocked.sessions')} />
    </>
  )
}

function Sessions({ person, unproved }: { person: Person; unproved: string | null }) {
  const t = useT()
  const list = useRef<HTMLUListElement>(null)
  const [goal, setGoal] = useState<OwnSession | 'others' | null>(null)
  // The link of a terminal has its code: `/profile?terminal=ABCDEFG`.
  const [query, setQuery] = useSearchParams()
  const terminal = query.get('terminal')
  const setTerminal = (code: string | null) =>
    setQuery(
      (before) => {
        if (code === null) before.delete('terminal')
        else before.set('terminal', code)
        return before
      },
      { replace: true },
    )
  const { data, error, refetch } = useQuery<OwnSession[], ApiError>({
    queryKey: keyOf(person),
    queryFn: () => readOwnSessions(http, person.id),
  })
  // The focus returns to the list after a session ends.
  useEffect(() => addFocusHome(() => list.current), [])
  const ended = (gone: OwnSession | 'others') => {
    queryClient.setQueryData<OwnSession[]>(keyOf(person), (before) =>
      before?.filter(({ id, current }) => (gone === 'others' ? current : id !== gone.id)),
    )
    void refetch()
  }
  const sessions = data ?? []
  return (
    <>
      {error && (
        <div className={trouble}>
          <FailureBox error={error} sentence={sentenceOf} onRetry={() => void refetch()} />
        </div>
      )}
      <ul className={rows} ref={list} tabIndex={-1} aria-label={t('profile.sessions')}>
        {sessions.map((session) => (
          <Session key={session.id} session={session} unproved={unproved} onEnd={() => setGoal(session)} />
        ))}
      </ul>
      {unproved && <p className={why}>{unproved}</p>}
      <div className={foot}>
        <Button size="small" icon="terminal" onClick={() => setTerminal('')}>
          {t('accounts.signInTerminal')}
        </Button>
        {sessions.length > 1 && (
          <Button size="small" look="danger" blocked={unproved} onClick={() => setGoal('others')}>
            {t('profile.endOthers')}
          </Button>
        )}
      </div>
      {terminal !== null && (
        <TerminalDialog
          person={person}
          code={terminal}
          onAllowed={() => void refetch()}
          onClose={() => setTerminal(null)}
        />
      )}
      {goal && <EndSessionsDialog person={person} goal={goal} onEnded={ended} onClose={() => setGoal(null)} />}
    </>
  )
}

type SessionProps = { session: OwnSession; unproved: string | null; onEnd: () => void }

function Session({ session, unproved, onEnd }: SessionProps) {
  const t = useT()
  const { locale } = usePreferences()
  const { agent, createdAt, lastUsedAt, impersonator, current } = session
  const [made, used] = [dateText(createdAt, locale), dateText(lastUsedAt, locale)]
  return (
    <li className={row}>
      <Icon name={ICONS[agent]} />
      <div className={words}>
        <p className={name}>
          {t(`agents.${agent}`)} {current && <Chip tone="good">{t('profile.thisSession')}</Chip>}
        </p>
        <p className={quiet}>{t('profile.sessionTimes', { made, used })}</p>
        {impersonator !== null && (
          <p className={quiet} dir="auto">
            {t('profile.sessionOf', { name: impersonator })}
          </p>
        )}
      </div>
      {!current && (
        <Button
          size="small"
          blocked={unproved}
          aria-label={t('profile.endThis', { agent: t(`agents.${agent}`), made })}
          onClick={onEnd}
        >
          {t('profile.end')}
        </Button>
      )}
    </li>
  )
}

const why = css({ paddingInline: '4', paddingBlock: '4', color: 'warning.fg', overflowWrap: 'anywhere' })
const trouble = css({ padding: '4' })
const foot = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2',
  padding: '4',
  borderTop: '1px solid token(colors.border.subtle)',
})
