import { useRef, useState, type FormEvent } from 'react'
import { ApiError } from '@tocsin/core/base/errors'
import { newMobilePassword } from '@tocsin/core/vocabulary/password'
import type { Reason } from '@tocsin/core/vocabulary/resource'
import { alone, choice, control, formLook, heading, mark, question, trouble } from '../forms/look'
import { cx } from '../ui/cx'
import { call } from './api'
import { Failure, Heading, mainButton, Message, Page, quiet } from './page'
import { useWords } from './words'

const NAMES = ['password', 'passwordConfirm'] as const
type Name = (typeof NAMES)[number]
type Given = Record<Name, string>

/** Returns what is wrong with the two passwords, by the rules that the server checks too (VAL-08). */
function problemsOf(given: Given): Partial<Record<Name, Reason>> {
  const found: Partial<Record<Name, Reason>> = {}
  for (const name of NAMES)
    for (const rule of newMobilePassword[name].rules) {
      const reason = rule(given[name], given)
      if (reason) found[name] ??= reason
    }
  return found
}

/** Sends the passwords by the generation of the call that the server's flag chooses (PUB-14, PUB-15). */
const setPassword = (token: string, given: Given, isThird: boolean) =>
  isThird
    ? call({ method: 'PATCH', path: '/mobile/v2/config', headers: { Authorization: token }, body: given })
    : call({
        method: 'POST',
        path: '/mobile/reset-password',
        headers: { Authorization: `Bearer ${token}` },
        body: given,
      })

type State = { is: 'asked' | 'sending' | 'set' | 'expired' } | { is: 'failed'; error: unknown }

/** The page on which a person of the mobile app sets a new password (PUB-13). */
export function ResetPage({ token, isThird }: { token: string; isThird: boolean }) {
  const t = useWords()
  const [given, setGiven] = useState<Given>({ password: '', passwordConfirm: '' })
  const [isTold, setTold] = useState(false)
  const [refused, setRefused] = useState<Partial<Record<Name, Reason>>>({})
  const [isShown, setShown] = useState(false)
  const [state, setState] = useState<State>({ is: 'asked' })
  const form = useRef<HTMLFormElement>(null)

  if (state.is === 'set') return <Message title={t('passwordSet')} text={<p>{t('passwordSetText')}</p>} />
  if (state.is === 'expired') return <Message title={t('expired')} text={<p>{t('expiredText')}</p>} />

  const problems = { ...(isTold ? problemsOf(given) : {}), ...refused }
  const showFirst = (found: Partial<Record<Name, Reason>>) => {
    const first = NAMES.find((name) => found[name])
    if (first) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
  }
  const send = async () => {
    if (state.is === 'sending') return
    setTold(true)
    const found = problemsOf(given)
    if (Object.keys(found).length > 0) {
      showFirst(found)
      return
    }
    setState({ is: 'sending' })
    try {
      await setPassword(token, given, isThird)
      setState({ is: 'set' })
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) setState({ is: 'expired' })
      else {
        const named = refusedIn(error)
        setRefused(named)
        setState(Object.keys(named).length > 0 ? { is: 'asked' } : { is: 'failed', error })
        showFirst(named)
      }
    }
  }
  return (
    <Page title={t('newPassword')}>
      <div>
        <Heading>{t('newPassword')}</Heading>
        <p className={quiet} id="rules">
          {t('passwordRules')}
        </p>
      </div>
      <form
        ref={form}
        className={formLook({ look: 'page' })}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void send()
        }}
      >
        {NAMES.map((name) => {
          const problem = problems[name]
          return (
            <div key={name} className={question}>
              <label className={heading} htmlFor={name}>
                {t(name)}
              </label>
              <input
                className={control}
                id={name}
                name={name}
                type={isShown ? 'text' : 'password'}
                autoComplete="new-password"
                autoCapitalize="none"
                spellCheck={false}
                aria-required="true"
                aria-invalid={problem ? true : undefined}
                aria-describedby={problem ? `${name}-problem` : name === 'password' ? 'rules' : undefined}
                value={given[name]}
                onChange={({ target }) => {
                  setGiven((before) => ({ ...before, [name]: target.value }))
                  setRefused({})
                }}
              />
              {problem && (
                <p className={trouble} id={`${name}-problem`}>
                  {t(problem.key.replace('formErrors', 'passwordErrors'), problem.values)}
                </p>
              )}
            </div>
          )
        })}
        <label className={cx(choice, alone)}>
          <input
            type="checkbox"
            className={mark}
            checked={isShown}
            onChange={({ target }) => setShown(target.checked)}
          />
          {t('show')}
        </label>
        {state.is === 'failed' && (
          <Failure error={state.error} lead={t('passwordNotSet')} onRetry={() => void send()} />
        )}
        <button type="submit" className={mainButton} aria-disabled={state.is === 'sending' || undefined}>
          {t(state.is === 'sending' ? 'setting' : 'setPassword')}
        </button>
      </form>
    </Page>
  )
}

/** Returns what the server refuses at one of the two fields. */
function refusedIn(error: unknown): Partial<Record<Name, Reason>> {
  if (!(error instanceof ApiError) || error.status !== 400) return {}
  return Object.fromEntries(
    error.fields.flatMap(({ field, message, values }) =>
      NAMES.some((name) => name === field) ? [[field, { key: message, ...(values ? { values } : {}) }]] : [],
    ),
  ) as Partial<Record<Name, Reason>>
}
