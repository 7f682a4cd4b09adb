import { useAtomValue } from 'jotai/react'
import { useEffect, useRef, useState } from 'react'
import { css } from 'styled-system/css'
import type { Consequence } from '@tocsin/core/api/consequences'
import { questionAtom, type OpenQuestion } from '../notices/confirm'
import { capsOf } from '../keys/show'
import { keyboard, useKeys } from '../keys/use-keys'
import { useT } from '../words'
import { Button } from '../ui/button'
import { CommandLine } from '../ui/command-line'
import { Dialog, DialogButtons } from '../ui/dialog'
import { Field } from '../ui/field'
import { input } from '../ui/input-look'

/** The question before a dangerous action; the focus is on Cancel. */
export default function Question() {
  const question = useAtomValue(questionAtom)
  return question ? <Asked question={question} /> : null
}

function Asked({ question }: { question: OpenQuestion }) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const cancel = useRef<HTMLButtonElement>(null)
  const name = useRef<HTMLInputElement>(null)
  const { title, detail, line, first, verb, answer } = question
  const wanted = question.typed?.(t)
  const isTyped = wanted === undefined || typed.trim() === wanted
  const consequence = useConsequence(question)
  const refusal = consequence?.refused ? consequence.text(t) : null
  // The field goes with the refusal, and the focus with it.
  const isRefused = refusal !== null
  useEffect(() => {
    if (isRefused && wanted !== undefined) cancel.current?.focus()
  }, [isRefused, wanted])
  // The consequence comes first. An action that is refused needs no words about undo.
  const description = question.consequence ? (
    <>
      <span aria-live="polite" className={told} data-refused={refusal !== null || undefined}>
        {consequence === undefined ? t('acts.counting') : consequence?.text(t)}{' '}
      </span>
      {refusal === null && detail?.(t)}
    </>
  ) : (
    detail?.(t)
  )
  return (
    <Dialog
      alert
      open
      title={title(t)}
      description={description}
      onClose={() => answer(false)}
      // A letter in the field does nothing yet, so the name can be typed at once.
      initialFocus={() => name.current ?? cancel.current}
    >
      {wanted !== undefined && refusal === null && (
        <Field label={t('acts.typeName', { name: wanted })}>
          {(control) => (
            <input
              {...control}
              ref={name}
              className={input()}
              autoComplete="off"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              onKeyDown={({ key, nativeEvent }) => {
                if (key === 'Enter' && isTyped && !nativeEvent.isComposing) answer(true)
              }}
            />
          )}
        </Field>
      )}
      {line !== undefined && <CommandLine line={line} t={t} />}
      <DialogButtons>
        <Button ref={cancel} keys={['Esc']} onClick={() => answer(false)}>
          {t('acts.cancel')}
        </Button>
        {first && <First onPress={() => answer('first')}>{first(t)}</First>}
        <Button
          look={question.danger ? 'danger' : 'primary'}
          blocked={refusal ?? (isTyped ? null : t('acts.typeName', { name: wanted }))}
          onClick={() => answer(true)}
        >
          {verb(t)}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

/** The button of the first way to go on, with its key. It is within the dialog, whose keys hide those around it. */
function First({ onPress, children }: { onPress: () => void; children: string }) {
  useKeys('overlay', { save: onPress })
  return (
    <Button look="primary" keys={capsOf('Mod+Enter', keyboard)} onClick={onPress}>
      {children}
    </Button>
  )
}

/** Returns the consequence; undefined until it arrives, null if there is none or it could not be read. */
function useConsequence({ consequence }: OpenQuestion): Consequence | null | undefined {
  const [known, setKnown] = useState<Consequence | null | undefined>(undefined)
  useEffect(() => {
    let isHere = true
    void consequence?.then(
      (one) => isHere && setKnown(one),
      // The server still checks the action when it is sent.
      () => isHere && setKnown(null),
    )
    return () => {
      isHere = false
    }
  }, [consequence])
  return known
}

const told = css({ '&[data-refused]': { color: 'danger.fg' } })
