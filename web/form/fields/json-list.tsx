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
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? JSON.stringify(withoutNulls(value ?? []), null, 2)
  const read: JsonText = readJsonText(text.trim() === '' ? '[]' : text)
  const wrong = Object.entries(form.problems).filter(
    ([at]) => at.startsWith(`${path}.`) && (form.submitted || form.problemAt(at) !== null || typed !== null),
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
              setTyped(target.value)
              const next = readJsonText(target.value.trim() === '' ? '[]' : target.value)
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
