import { useState } from 'react'
import { css } from 'styled-system/css'
import { MAX_FIELD_NAME } from '@tocsin/core/form/limits'
import { CopyButton } from '../ui/copy-button'
import { Field } from '../ui/field'
import { input } from '../ui/input-look'
import { useT } from '../words'
import { readAsOf } from './fields'
import { readersOf } from './names'
import type { OpenField } from './open-field'
import { count, Lockable } from './panel-part'

/** The title of a field: what it asks. */
export function TitleField({ of }: { of: OpenField }) {
  const { builder, field, form, labelAt, problemAt } = of
  const path = `${of.path}.title`
  return (
    <Field label={labelAt(path)} id={form.fieldId(path)} problem={problemAt(path)}>
      {(control) => (
        <Lockable isFixed={form.blocked !== null}>
          <input
            {...control}
            className={input()}
            dir="auto"
            autoComplete="off"
            readOnly={form.blocked !== null}
            value={typeof field.title === 'string' ? field.title : ''}
            onChange={({ target }) => builder.retitle(target.value)}
            onBlur={() => form.touch(path)}
          />
        </Lockable>
      )}
    </Field>
  )
}

/** The name of a field, which is the key of its answers. The rules that read the field follow it. */
export function NameField({ of }: { of: OpenField }) {
  const t = useT()
  const { builder, field, form, labelAt } = of
  const { fields } = builder.facts
  const path = `${of.path}.name`
  const problem = of.problemAt(path)
  const [before, setBefore] = useState<string | null>(null)
  const isTaken = field.name !== '' && fields.some((other, at) => at !== builder.at && other.name === field.name)
  const taken = isTaken ? t('builder.why.fieldNameTwice', { name: field.name }) : null
  const isFollowed = before !== null && before !== field.name && readAsOf(field) === field.name
  const followers = isFollowed ? readersOf(fields, field) : []
  const told = followers.length > 0 ? t('builder.renamed', { count: followers.length }) : null
  return (
    <Field
      label={labelAt(path)}
      id={form.fieldId(path)}
      required
      problem={problem ?? taken}
      help={told}
      aside={<small className={count}>{t('builder.count', { count: field.name.length, max: MAX_FIELD_NAME })}</small>}
    >
      {(control) => (
        <Lockable isFixed={form.blocked !== null} look={form.blocked === null ? copied : copiedLocked}>
          <input
            {...control}
            className={input({ kind: 'mono' })}
            autoComplete="off"
            spellCheck={false}
            readOnly={form.blocked !== null}
            value={field.name}
            onFocus={() => setBefore(field.name)}
            onChange={({ target }) => builder.rename(target.value)}
            onBlur={() => {
              form.touch(path)
              builder.endRename()
              if (told !== null) builder.say(told)
            }}
          />
          <CopyButton text={field.name} what={t('builder.copyName')} t={t} />
        </Lockable>
      )}
    </Field>
  )
}

/** The longest tag, in characters. */
const MAX_TAG = 32

/** The tag of a field, by which its answers are found elsewhere. */
export function TagField({ of }: { of: OpenField }) {
  const t = useT()
  const { field, form, labelAt, problemAt } = of
  const path = `${of.path}.tag`
  const tag = typeof field.tag === 'string' ? field.tag : ''
  const used =
    tag === '' ? t('builder.upTo', { max: MAX_TAG }) : t('builder.count', { count: tag.length, max: MAX_TAG })
  return (
    <Field
      label={labelAt(path)}
      id={form.fieldId(path)}
      problem={problemAt(path)}
      aside={
        <small className={count} data-over={tag.length > MAX_TAG || undefined}>
          {used}
        </small>
      }
    >
      {(control) => (
        <Lockable isFixed={form.blocked !== null}>
          <input
            {...control}
            className={input({ kind: 'mono' })}
            autoComplete="off"
            readOnly={form.blocked !== null}
            value={tag}
            onChange={({ target }) => form.set(path, target.value === '' ? null : target.value)}
            onBlur={() => form.touch(path)}
          />
        </Lockable>
      )}
    </Field>
  )
}

// The copying is within the control, before the padlock where there is one.
const copied = css({
  '& > input': { paddingInlineEnd: '10' },
  '& > button': { position: 'absolute', insetInlineEnd: '1' },
  '& > button svg': { position: 'static' },
})
const copiedLocked = css({
  '& > input': { paddingInlineEnd: '16' },
  '& > button': { position: 'absolute', insetInlineEnd: '8' },
  '& > button svg': { position: 'static' },
})
