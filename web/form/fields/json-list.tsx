import { useRef, useState } from 'react'
import { css } from 'styled-system/css'
import { readJsonText, type JsonText } from '@tocsin/core/base/json-text'
import { labelOf } from '../../record/field-at'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { input } from '../../ui/input-look'
import { useT } from '../../words'
import type { Form } from '../use-draft'
import { whole } from './columns'

type Props = {
  form: Form
  path: string
  label: string
  value: unknown
  problem: string | null
  onChange: (value: unknown) => void
}

/** Returns a value without its nulls, because users leave empty fields out of the JSON that they type. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]): [string, unknown][] =>
      part === null ? [] : [[name, withoutNulls(part)]],
    ),
  )
}

/**
 * A list whose entries are written as JSON. Each problem names its line and leads there: the place where the text stops
 * being JSON, and the problems by the rules of the entries' own fields.
 */
export function JsonList({ form, path, label, value, problem, onChange }: Props) {
  const t = useT()
  const area = useRef<HTMLTextAreaElement>(null)
  /** The text as it was typed, and what it was read as; null where it cannot be read. */
  const [typed, setTyped] = useState<{ text: string; read: string | null } | null>(null)
  const given = JSON.stringify(withoutNulls(value ?? []), null, 2)
  // A value from elsewhere, such as the choices of a sheet, replaces the typed text.
  const isTyped = typed !== null && (typed.read === null || typed.read === given)
  const text = isTyped ? typed.text : given
  const read: JsonText = readJsonText(text.trim() === '' ? '[]' : text)
  const wrong = Object.entries(form.problems).filter(
    ([at]) => at.startsWith(`${path}.`) && (form.submitted || form.problemAt(at) !== null || isTyped),
  )

  const goTo = (line: number) => {
    const lines = text.split('\n')
    const from = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0)
    area.current?.focus()
    area.current?.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0))
  }

  return (
    <div className={whole}>
      <Field label={label} id={form.fieldId(path)} required={false} problem={problem} help={t('form.jsonList')}>
        {(control) => (
          <textarea
            {...control}
            ref={area}
            className={input({ kind: 'mono' })}
            rows={16}
            spellCheck={false}
            value={text}
            onChange={({ target }) => {
              const next = readJsonText(target.value.trim() === '' ? '[]' : target.value)
              const nextRead = 'value' in next ? JSON.stringify(withoutNulls(next.value), null, 2) : null
              setTyped({ text: target.value, read: nextRead })
              if (!('value' in next))
                form.cannotRead(path, { key: 'formErrors.jsonAt', values: { line: next.line, column: next.column } })
              else {
                form.cannotRead(path, null)
                onChange(next.value)
              }
            }}
            onBlur={() => form.touch(path)}
          />
        )}
      </Field>
      {'value' in read && wrong.length > 0 && (
        <ul className={problems} aria-label={t('form.jsonProblems', { label })}>
          {wrong.map(([at, { key, values }]) => {
            const line = read.lineOf(at.slice(path.length + 1))
            return (
              <li key={at}>
                <Button look="quiet" size="small" id={form.fieldId(at)} onClick={() => goTo(line)}>
                  {t('formErrors.atLine', { line, field: labelOf(form.resource, at, t), problem: t(key, values) })}
                </Button>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

const problems = css({ display: 'grid', justifyItems: 'start', marginTop: '1', color: 'danger.fg' })
