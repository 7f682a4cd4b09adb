import { useState, type ReactNode } from 'react'
import { css } from 'styled-system/css'
import { Button } from '../ui/button'
import { Icon } from '../ui/icon'
import { useT } from '../words'
import { columns } from './fields/columns'
import { focusInto } from './focus'
import type { Form } from './use-draft'
import { srOnly } from '../ui/sr-only'
import { cx } from '../ui/cx'

/** A step of a form: fields that are asked for together, under a name. */
export type FormStep = { name: string; label: string; only: readonly string[] }

/** The value of the submit button that leads on to the next step. */
export const NEXT = 'next'

const isOf = (step: FormStep, path: string) => step.only.some((name) => path === name || path.startsWith(`${name}.`))

/** Walks through the steps of a form. Saving is possible from each, and leads to the first one with a problem. */
export function useSteps(form: Form, steps: readonly FormStep[] = []) {
  const t = useT()
  const [at, setAt] = useState(0)
  const last = at >= steps.length - 1
  const wrongIn = (step: FormStep) => Object.keys(form.problems).some((path) => isOf(step, path))
  const firstWrong = () => steps.findIndex(wrongIn)

  const go = (to: number) => {
    setAt(to)
    focusInto(`${form.fieldId('step')}-${to}`)
  }
  // A field that the server refused may be in a step that is not open.
  const [busy, setBusy] = useState(form.busy)
  if (busy !== form.busy) {
    setBusy(form.busy)
    const wrong = firstWrong()
    if (busy && wrong >= 0) setAt(wrong)
  }

  const next = () => {
    for (const path of Object.keys(form.problems)) if (isOf(steps[at]!, path)) form.touch(path)
    if (wrongIn(steps[at]!)) focusInto(`${form.fieldId('step')}-${at}`)
    else go(at + 1)
  }

  return {
    at,
    go,
    next,
    submit: () => {
      const wrong = firstWrong()
      if (wrong >= 0) setAt(wrong)
      void form.submit()
    },
    /** The buttons to the previous and the next step, between those that leave and save the form. */
    buttons: steps.length > 0 && (
      <>
        <Button icon="chevronLeft" blocked={at === 0 ? t('form.steps.first') : null} onClick={() => go(at - 1)}>
          {t('form.steps.back')}
        </Button>
        {/* Enter in a field presses this button, since it comes before the one that saves. */}
        <Button
          type={last ? 'button' : 'submit'}
          value={NEXT}
          icon="chevronRight"
          blocked={last ? t('form.steps.last') : null}
        >
          {t('form.steps.next')}
        </Button>
      </>
    ),
  }
}

type Props = {
  form: Form
  steps: readonly FormStep[]
  walk: ReturnType<typeof useSteps>
  children: (name: string) => ReactNode
}

/** Shows the steps by their names, and the fields of the open one. */
export function FormSteps({ form, steps, walk, children }: Props) {
  const t = useT()
  return (
    <div className={frame} id={form.fieldId('form')}>
      <ol className={list} aria-label={t('form.steps.name')}>
        {steps.map(({ name, label, only }, index) => {
          const wrong = Object.keys(form.problems).some(
            (path) => only.some((one) => path === one || path.startsWith(`${one}.`)) && form.problemAt(path) !== null,
          )
          return (
            <li key={name}>
              <button
                type="button"
                className={cx(step, index === walk.at && open)}
                aria-current={index === walk.at ? 'step' : undefined}
                onClick={() => walk.go(index)}
              >
                <span className={number} aria-hidden="true">
                  {index + 1}
                </span>
                {label}
                {wrong && (
                  <span className={trouble}>
                    <Icon name="circleAlert" />
                    <span className={srOnly}>{t('form.steps.wrong')}</span>
                  </span>
                )}
              </button>
            </li>
          )
        })}
      </ol>
      {steps.map(({ name, label, only }, index) => (
        <fieldset
          key={name}
          className={fields}
          id={`${form.fieldId('step')}-${index}`}
          hidden={index !== walk.at}
          aria-label={label}
        >
          <div className={columns}>{only.map(children)}</div>
        </fieldset>
      ))}
    </div>
  )
}

const frame = css({ display: 'grid', gap: '4', minWidth: '0' })
const list = css({ display: 'flex', flexWrap: 'wrap', gap: '1', padding: '0', margin: '0', listStyle: 'none' })
const step = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2',
  minHeight: { base: 'control', _narrow: 'touch' },
  paddingInline: '3',
  border: '1px solid token(colors.border.subtle)',
  borderRadius: 'sm',
  background: 'bg.surface',
  color: 'fg.muted',
  cursor: 'pointer',
})
const open = css({
  borderColor: 'accent.border',
  background: 'accent.subtle',
  color: 'fg.default',
  fontWeight: 'medium',
})
const number = css({ textStyle: 'mono', color: 'fg.muted' })
const trouble = css({ display: 'inline-flex', color: 'danger.fg' })
// The height keeps the buttons below at the same place in every step, and clear of a popup under a field.
const fields = css({
  minWidth: '0',
  minHeight: '[20rem]',
  margin: '0',
  padding: '0',
  border: 'none',
  '&[hidden]': { display: 'none' },
})
