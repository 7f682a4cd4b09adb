import { useState, type FormEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { css } from 'styled-system/css'
import type { ResourceName } from '@tocsin/core/resources/index'
import { resourceOf } from '../../data/resources'
import { capsOf } from '../../keys/show'
import { keyboard, useKeys } from '../../keys/use-keys'
import { sentenceOf, whyOf } from '../../notices/sentence'
import { Button } from '../../ui/button'
import { Dialog, DialogButtons } from '../../ui/dialog'
import { Field } from '../../ui/field'
import type { IconName } from '../../ui/icon'
import { input } from '../../ui/input-look'
import { useT } from '../../words'
import './words'

type Props = {
  title: string
  description?: string
  /** The label of the button that submits. */
  submit: string
  icon?: IconName
  /** True for a sheet at the foot of a narrow screen. It keeps its text as it closes, so that it is closed and not cancelled. */
  sheet?: boolean
  /** The selector of the element in the dialog that takes the focus first. */
  focus?: string
  /** The resource whose words say why the server refused. */
  resource: ResourceName
  /** Submits. Returns the sentence that says what is missing; undefined if nothing is. A rejection is shown as well. */
  run: () => Promise<string | undefined>
  /** Draws the fields. `problem` is the sentence at the field; `settle` removes it. */
  children: (problem: string | null, settle: () => void) => ReactNode
  onClose: () => void
}

/** A dialog that does one thing about an alert, by Enter in a line or by Mod+Enter. It stays open until that is done. */
export function WorkDialog({ title, description, submit, icon, sheet = false, ...rest }: Props) {
  const { focus, resource, run, children, onClose } = rest
  const t = useT()
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const send = async () => {
    if (busy) return
    setBusy(true)
    try {
      const missing = await run()
      // The dialog gives the focus back as it closes: at once, before the focus counts as lost.
      if (missing === undefined) return flushSync(onClose)
      setProblem(missing)
    } catch (error) {
      setProblem(whyOf(error, t, resourceOf(resource)) || sentenceOf(error, t, resource))
    }
    setBusy(false)
  }
  return (
    <Dialog
      title={title}
      open
      onClose={onClose}
      outside={sheet}
      {...(sheet ? { size: 'sheet', closeLabel: t('alerts.close') } : {})}
      {...(description === undefined ? {} : { description })}
      {...(focus === undefined
        ? {}
        : { initialFocus: () => document.querySelector<HTMLElement>(`[role=dialog] ${focus}`) })}
    >
      <SendKey send={() => void send()} />
      <form
        className={form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void send()
        }}
      >
        {children(problem, () => setProblem(null))}
        <DialogButtons>
          {!sheet && <Button onClick={onClose}>{t('alerts.cancel')}</Button>}
          <Button type="submit" look="primary" icon={icon} busy={busy} keys={capsOf('Mod+Enter', keyboard)}>
            {submit}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

type LongTextProps = {
  label: string
  /** The most characters. */
  most: number
  value: string
  onChange: (value: string) => void
  required?: boolean
  problem?: string | null
}

/** A field for several lines. */
export const LongText = ({ label, most, value, onChange, required = false, problem = null }: LongTextProps) => (
  <Field label={label} required={required} problem={problem}>
    {(control) => (
      <textarea
        {...control}
        className={input({ kind: 'long' })}
        maxLength={most}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
)

/** Binds Mod+Enter while the dialog is open: only a part of the dialog has its keys. */
function SendKey({ send }: { send: () => void }) {
  useKeys('overlay', { save: send })
  return null
}

const form = css({ display: 'grid', gap: '4', '& fieldset': { flexWrap: 'wrap' } })
