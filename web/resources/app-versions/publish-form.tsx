import type { AppVersion } from '@tocsin/core/resources/app-versions/types'
import type { App } from '@tocsin/core/resources/apps/types'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { check } from '@tocsin/core/vocabulary/validate'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { css } from 'styled-system/css'
import { runAction } from '../../commands/run-action'
import { blockedFor } from '../../commands/why'
import { useAccount } from '../../data/account'
import type { Row } from '../../data/row'
import { capsOf } from '../../keys/show'
import { keyboard, useKeys } from '../../keys/use-keys'
import { problemText } from '../../notices/problem-text'
import { Button } from '../../ui/button'
import { Facts } from '../../ui/facts'
import { Field } from '../../ui/field'
import { input } from '../../ui/input-look'
import { NoticeBox } from '../../ui/notice-box'
import { useT } from '../../words'
import './words'

type Typed = { versionName: string; versionComment: string }
const EMPTY: Typed = { versionName: '', versionComment: '' }

/** The texts that were typed, by account and app. They stay while other versions and tabs are looked at. */
const typed = new Map<string, Typed>()

type Props = {
  apps: Resource
  app: App
  /** The draft as it is shown. */
  draft: AppVersion
  /** The number of the next version. */
  next: number
  /** Reads the draft anew after it was not published, and marks what is new in it. */
  reread: () => Promise<void>
  /** True while somebody else's changes are marked. */
  hasNew: boolean
  commentRef: RefObject<HTMLTextAreaElement | null>
  /** Where Escape leads. */
  leave: () => void
}

/**
 * Publishes the draft with a comment, beside the changes and without a dialog over them (VER-04). What was typed stays
 * when the form is left. If somebody has changed the draft since it was shown, the changes are shown first.
 */
export function PublishForm({ apps, app, draft, next, reread, hasNew, commentRef, leave }: Props) {
  const t = useT()
  const account = useAccount()
  const own = `${account.id} ${app.id}`
  const [values, setValues] = useState(typed.get(own) ?? EMPTY)
  useEffect(() => void typed.set(own, values), [own, values])
  const [isSubmitted, submitted] = useState(false)
  const [isBusy, busy] = useState(false)
  const nameRef = useRef<HTMLInputElement>(null)
  const formRef = useRef<HTMLFormElement>(null)
  const row = app as unknown as Row
  const blocked = blockedFor(apps, 'publish', row)
  const problems = check(apps.actions['publish']!.input!, values)
  const problemOf = (name: string) => {
    const problem = isSubmitted ? problems.find(({ field }) => field === name) : undefined
    return problem && problemText(problem, t(`resources.apps.parts.publish.${name}`), t)
  }

  async function publish(): Promise<void> {
    if (blocked || isBusy) return
    submitted(true)
    const [first] = problems
    if (first) return (first.field === 'versionName' ? nameRef : commentRef).current?.focus()
    busy(true)
    try {
      const options = { values, skipQuestion: true, once: { draftVersion: draft.version } }
      const done = await runAction(apps, 'publish', { kind: 'rows', rows: [row] }, options)
      if (!done) {
        await reread()
        return
      }
      setValues(EMPTY)
      submitted(false)
      leave()
    } finally {
      busy(false)
    }
  }
  // The key publishes only from within the form: elsewhere it is the key that saves.
  const isWithin = () => formRef.current?.contains(document.activeElement) === true
  useKeys('form', {
    save: () => isWithin() && (void publish(), true),
    escape: () => {
      if (!isWithin()) return false
      leave()
      return true
    },
  })
  const setter =
    (name: keyof typeof values) =>
    ({ target }: { target: { value: string } }) =>
      setValues((before) => ({ ...before, [name]: target.value }))
  return (
    <form
      ref={formRef}
      className={form}
      aria-label={t('versions.publishDraft')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void publish()
      }}
    >
      <h2 className={heading}>{t('versions.publishDraft')}</h2>
      <Field
        label={t('resources.apps.parts.publish.versionName')}
        help={t('versions.optional')}
        problem={problemOf('versionName')}
      >
        {(control) => (
          <input
            {...control}
            ref={nameRef}
            className={input()}
            value={values.versionName}
            onChange={setter('versionName')}
          />
        )}
      </Field>
      <Field
        label={t('resources.apps.parts.publish.versionComment')}
        required
        help={t('versions.commentHelp')}
        problem={problemOf('versionComment')}
      >
        {(control) => (
          <textarea
            {...control}
            ref={commentRef}
            className={input({ kind: 'long' })}
            value={values.versionComment}
            onChange={setter('versionComment')}
          />
        )}
      </Field>
      <div className={frame}>
        <Facts
          rows={{
            [t('versions.newVersion')]: String(next),
            ...(app.publishedVersion === null
              ? {}
              : { [t('versions.replaces', { number: app.publishedVersion })]: t('versions.becomes') }),
          }}
        />
      </div>
      {hasNew && <NoticeBox tone="warning">{t('versions.draftChanged')}</NoticeBox>}
      <div className={foot}>
        {/* Only a draft can be renamed, in a later version. */}
        <Button blocked={t('versions.notYet')}>{t('versions.rename')}</Button>
        <Button
          type="submit"
          look="primary"
          busy={isBusy}
          keys={capsOf('Mod+Enter', keyboard)}
          blocked={blocked && t(blocked.key)}
        >
          {t('versions.publish')}
        </Button>
      </div>
    </form>
  )
}

const form = css({ display: 'grid', gap: '4', alignContent: 'start' })
const heading = css({ textStyle: 'title' })
const frame = css({ border: '1px solid token(colors.border.subtle)', borderRadius: 'md', background: 'bg.surface' })
const foot = css({ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: '2' })
