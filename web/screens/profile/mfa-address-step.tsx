import { useLayoutEffect } from 'react'
import type { MfaMethod } from '@tocsin/core/base/constants'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { sendVerifyingCode, setMfaAddress, setupAddress, type Address, type Person } from '@tocsin/core/api/profile'
import { verificationSentence } from '../../notices/sentence'
import { http } from '../../data/api'
import { FailureBox } from '../../ui/notice-box'
import { Button } from '../../ui/button'
import { DialogButtons } from '../../ui/dialog'
import { Field } from '../../ui/field'
import { input } from '../../ui/input-look'
import { useT } from '../../words'
import { stepForm } from './step-look'
import { useSaveKey } from './use-save-key'
import { useSmallForm } from './use-small-form'

type Props = {
  person: Person
  method: MfaMethod
  token: string
  start: string
  onRefused: (error: unknown) => boolean
  onSent: (address: string) => void
  onClose: () => void
}

export const addressOf = (method: MfaMethod, address: string): Address =>
  method === 'email' ? { email: address } : { phone: address }

export const notSent = (error: unknown, t: Translate): string =>
  `${t('notices.codeSendingFailed')} ${verificationSentence(error, t)}`

/** Steps 2 and 3: the address, and a code sent there (MFA-13, MFA-15). */
export function AddressStep({ person, method, token, start, onRefused, onSent, onClose }: Props) {
  const t = useT()
  const saveKey = useSaveKey('overlay')
  const form = useSmallForm<MfaMethod>({
    fields: setupAddress[method],
    start: { email: '', phone: '', [method]: start },
    labels: { [method]: t(`profile.methods.${method}`) } as Record<MfaMethod, string>,
    send: async (values) => {
      const address = values[method].trim()
      const given = { token, ...addressOf(method, address) }
      try {
        if (address !== person[method]) await setMfaAddress(http, person.id, given)
        await sendVerifyingCode(http, method, given)
      } catch (error) {
        if (onRefused(error)) return
        throw error
      }
      onSent(address)
    },
  })
  const { focus } = form
  // The layout effect moves the focus before `guardFocus` finds that the focused element is gone.
  // oxlint-disable-next-line react/exhaustive-deps -- once, when the step is shown
  useLayoutEffect(() => focus(method), [])
  const { ref, value, label, problem, onChange } = form.field(method)
  return (
    <form {...saveKey} className={stepForm} noValidate onSubmit={form.onSubmit}>
      <p>{t(`profile.dialog.address.lead.${method}`)}</p>
      {form.failure !== null && (
        <FailureBox error={form.failure} sentence={notSent} onRetry={() => void form.submit()} />
      )}
      <Field
        label={label}
        required
        problem={problem}
        {...(method === 'phone' ? { help: t('profile.dialog.address.phoneHelp') } : {})}
      >
        {(control) => (
          <input
            {...control}
            ref={ref}
            className={input()}
            name={method}
            type={method === 'email' ? 'email' : 'tel'}
            autoComplete={method === 'email' ? 'email' : 'tel'}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
      <DialogButtons>
        <Button keys={['Esc']} onClick={onClose}>
          {t('acts.cancel')}
        </Button>
        <Button look="primary" type="submit" busy={form.busy} keys={['↵']}>
          {t('profile.dialog.address.next')}
        </Button>
      </DialogButtons>
    </form>
  )
}
