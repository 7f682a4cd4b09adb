import { useAtomValue } from 'jotai/react'
import { useRef, useState } from 'react'
import { questionAtom, type Asking } from '../acts/confirm'
import { useT } from '../words'
import { Button } from '../ui/button'
import { CommandLine } from '../ui/command-line'
import { Dialog, DialogButtons } from '../ui/dialog'
import { Field, input } from '../ui/field'

/** The question of whoever asks before something dangerous; the focus is on the way back. */
export default function Question() {
  const question = useAtomValue(questionAtom)
  return question ? <Asked question={question} /> : null
}

function Asked({ question }: { question: Asking }) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const cancel = useRef<HTMLButtonElement>(null)
  const { title, detail, line, verb, answer } = question
  const wanted = question.typed?.(t)
  const isTyped = wanted === undefined || typed.trim() === wanted
  return (
    <Dialog
      alert
      open
      title={title(t)}
      description={detail?.(t)}
      onClose={() => answer(false)}
      initialFocus={() => cancel.current}
    >
      {wanted !== undefined && (
        <Field label={t('acts.typeName', { name: wanted })}>
          {(control) => (
            <input
              {...control}
              className={input()}
              autoComplete="off"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
      )}
      {line !== undefined && <CommandLine line={line} t={t} />}
      <DialogButtons>
        <Button ref={cancel} keys={['Esc']} onClick={() => answer(false)}>
          {t('acts.cancel')}
        </Button>
        <Button
          look={question.danger ? 'danger' : 'primary'}
          blocked={isTyped ? null : t('acts.typeName', { name: wanted })}
          onClick={() => answer(true)}
        >
          {verb(t)}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
