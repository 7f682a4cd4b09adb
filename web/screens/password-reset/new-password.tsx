import { useEffect, useRef, useState, type FormEvent } from 'react'
import { restorePassword } from '@tocsin/core/api/sign-in'
import { ApiError } from '@tocsin/core/base/errors'
import { newPassword } from '@tocsin/core/vocabulary/password'
import { claimsOf } from '@tocsin/core/api/session'
import { check } from '@tocsin/core/vocabulary/validate'
import { sentenceOf } from '../../notices/sentence'
import { loseAccount } from '../../data/account'
import { forgetAddressToken } from '../../data/address-token'
import { openHttp } from '../../data/api'
import { readProfile } from '../../data/profiles'
import { entranceForm } from '../../entrance/signed-out-layout'
import { FailureBox } from '../../ui/notice-box'
import { addFocusHome } from '../../ui/focus'
import { problemText } from '../../notices/problem-text'
import '../../form/words'
import { PasswordField } from '../../secrets/password-field'
import { PasswordHint } from '../../secrets/password-hint'
import { useT } from '../../words'
import { Button } from '../../ui/button'

type Props = {
  token: string
  /** The username, if known, for password managers. */
  username: string | undefined
  onDone: () => void
  /** Called if the server refuses the token: it has expired, was used or replaced, or is invalid. */
  onRefused: (error: ApiError) => void
}

const FIELDS = ['password', 'passwordConfirm'] as const
type Name = (typeof FIELDS)[number]
const REFUSED = new Set(['JWT_EXPIRED_PASSWORD_RESET', 'INVALID_RESET_TOKEN', 'RESET_TOKEN_USED', 'MISSING_TOKEN'])

/** The form of both ways to a new password (RESET-11, RESET-23). */
export function NewPassword({ token, username, onDone, onRefused }: Props) {
  const t = useT()
  const [draft, setDraft] = useState<Record<Name, string>>({ password: '', passwordConfirm: '' })
  const [touched, setTouched] = useState(false)
  const [problems, setProblems] = useState<Partial<Record<Name, string>>>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const inputs = { password: useRef<HTMLInputElement>(null), passwordConfirm: useRef<HTMLInputElement>(null) }
  const button = useRef<HTMLButtonElement>(null)
  const first = inputs.password
  useEffect(() => addFocusHome(() => (first.current?.disabled ? button.current : first.current)), [first])
  useEffect(() => first.current?.focus(), [first])
  // The first field with a problem takes the focus once it is enabled again.
  const mend = FIELDS.find((name) => problems[name])
  useEffect(() => {
    if (!busy && mend) inputs[mend].current?.focus()
    // oxlint-disable-next-line react/exhaustive-deps -- the refs are always the same
  }, [busy, mend])

  const show = (list: readonly { field?: string; message: string; values?: Record<string, unknown> }[]) => {
    const found: Partial<Record<Name, string>> = {}
    for (const { field, message: key, values } of list) {
      const name = FIELDS.find((one) => one === field)
      if (name) found[name] ??= problemText({ key, ...(values ? { values } : {}) }, t(`secrets.${name}`), t)
    }
    setProblems(found)
    return Object.keys(found).length > 0
  }
  const submit = async () => {
    if (busy) return
    setTouched(true)
    setFailure(null)
    const wrong = check(newPassword, draft).map(({ key, ...rest }) => ({ ...rest, message: key }))
    if (show(wrong)) {
      const field = FIELDS.find((name) => wrong.some((one) => one.field === name))
      return field && inputs[field].current?.focus()
    }
    // A disabled field cannot keep the focus.
    button.current?.focus()
    setBusy(true)
    try {
      await restorePassword(openHttp, { token, ...draft })
      forgetAddressToken()
      // Every session of that user has ended, so the one stored here ends too.
      const user = Number(claimsOf(token)['sub'])
      if (await readProfile(user)) await loseAccount(user, new ApiError({ status: 401, code: 'EXPIRED_REFRESH_TOKEN' }))
      return onDone()
    } catch (error) {
      if (error instanceof ApiError && REFUSED.has(error.code)) {
        forgetAddressToken()
        return onRefused(error)
      }
      if (error instanceof ApiError && error.code === 'INVALID_PASSWORD')
        setProblems({ password: sentenceOf(error, t) })
      else if (!(error instanceof ApiError && show(error.fields))) setFailure(error)
    }
    setBusy(false)
  }

  const field = (name: Name) => ({
    ref: inputs[name],
    name,
    label: t(`secrets.${name}`),
    autoComplete: 'new-password' as const,
    problem: problems[name],
    value: draft[name],
    disabled: busy,
    onChange: (text: string) => setDraft({ ...draft, [name]: text }),
  })
  return (
    <form
      className={entranceForm}
      noValidate
      aria-labelledby="entrance"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void submit()
      }}
    >
      {failure !== null && <FailureBox error={failure} sentence={sentenceOf} onRetry={() => void submit()} />}
      {username !== undefined && <input hidden readOnly autoComplete="username" value={username} />}
      <PasswordField
        {...field('password')}
        help={<PasswordHint password={draft.password} touched={touched} refused={problems.password !== undefined} />}
        onChange={(password) => {
          setTouched(true)
          setDraft({ ...draft, password })
        }}
        onBlur={() => setTouched(true)}
      />
      <PasswordField {...field('passwordConfirm')} />
      <Button ref={button} look="primary" type="submit" busy={busy} keys={['↵']}>
        {t('passwordReset.submit')}
      </Button>
    </form>
  )
}
