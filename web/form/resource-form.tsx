import { useEffect, useId, useImperativeHandle, type ReactNode, type Ref } from 'react'
import { css } from 'styled-system/css'
import type { Draft, Resource } from '@tocsin/core/vocabulary/resource'
import { ask } from '../notices/confirm'
import type { Row } from '../data/row'
import { tellReason } from '../notices/toast'
import { useAccount } from '../data/account'
import { lockedReason, useLockedReason } from '../data/locked-clients'
import { findResource } from '../data/resources'
import { capsOf } from '../keys/show'
import { keyboard, useKeys } from '../keys/use-keys'
import { mayMoveFocus } from '../ui/focus'
import { PAGE_TITLE } from '../navigation/page-title'
import { currentPreferences } from '../preferences'
import { Button } from '../ui/button'
import { useT } from '../words'
import { namesOfChanges } from './changed-names'
import { firstControl, focusFields } from './focus'
import { FormAlert } from './form-alert'
import { columns } from './fields/columns'
import { FormField, type Notes } from './form-field'
import { FormSections, type FormSection } from './form-sections'
import { FormSteps, NEXT, useSteps, type FormStep } from './form-steps'
import { fieldsToFill } from './lock-of'
import { RestoredNotice } from './restored-notice'
import { StaleChoice } from './stale-choice'
import { useDraft, type Circumstances, type DraftOptions, type Form, type Within } from './use-draft'
import { cx } from '../ui/cx'
import './words'

/** The functions of a form for the component around it. */
export type FormHandle = {
  cancel: () => void
  /** Returns the first control of the fields, whatever is above them. */
  first: () => HTMLElement | null
}

/** The acts of the buttons of a form. */
export type FormActs = {
  cancel: () => void
  /** Asks, and discards the changes. The form stays. */
  discard: () => void
  /** The reason why nothing can be saved now, as a sentence. */
  blocked: string | null
}

type Props = Circumstances & {
  of: Resource
  /** The record to edit; null to create one. */
  record: Row | null
  /** The values that the page gives a new record: `{ ClientId: 7 }`. */
  where?: Draft
  /** The fields to show, in this order, as paths; else all that can be filled in. */
  only?: readonly string[]
  /** The reason why nothing can be changed now, as a sentence. */
  locked?: string | null
  /** The fields in steps, in the order they are asked for; instead of `only`. */
  steps?: readonly FormStep[]
  /** The fields in sections, all of them shown; instead of `only`. */
  sections?: readonly FormSection[]
  /** The values sent with every change besides those filled in. */
  also?: Draft
  notes?: Notes
  /** The content beside the fields, in step with them: a map on which a click sets the place. */
  beside?: (form: Form) => ReactNode
  /** The fields and the buttons, where the form does not draw them itself. They fill the page. */
  body?: (form: Form, acts: FormActs) => ReactNode
  /** The fields of `body` that are not on the page all the time. */
  within?: Within
  /** Returns what would be lost with the changes, as sentences. By default the form says that they cannot be brought back. */
  lost?: () => string | undefined
  /** Creates the record, where that takes more than one call. */
  create?: DraftOptions['create']
  onSaved: (row: Row) => void
  /** Called when a save fails but no field is to blame, as in a dialog that then closes (ERR-26); the text is kept. */
  onFailed?: (error: unknown) => void
  /** Called by Esc or the button. Without it, the form is a part of a page that stays: both only discard the changes. */
  onCancel?: () => void
  /** The handle for the dialog around the form, which passes Esc on to the form. */
  handle?: Ref<FormHandle>
}

/** The form of a resource, from its declaration alone, that creates or edits a record. */
export function ResourceForm(props: Props) {
  // Each record has a form and a draft of its own.
  return <FormOf key={`${props.of.name} ${props.record?.id ?? 'new'}`} {...props} />
}

function FormOf({
  of,
  record,
  where = {},
  only,
  steps,
  sections,
  locked: lockedHere = null,
  choices,
  hides,
  fixed,
  follows,
  asJson,
  widgets,
  notes,
  also,
  beside,
  body,
  within,
  lost,
  create,
  onSaved,
  onFailed,
  onCancel,
  handle,
}: Props) {
  const t = useT()
  const account = useAccount()
  const id = useId()
  // An account of a client creates records in that client.
  const own = of.tenant !== undefined && account.userType === 'client' ? { [of.tenant]: account.ClientId } : {}
  const given = { ...where, ...own }
  const tenant = record === null ? of.tenant : undefined
  const lockedGiven = useLockedReason(tenant && given[tenant])
  const locked = lockedHere ?? (lockedGiven && t(lockedGiven.key, lockedGiven.values))
  const form = useDraft({
    resource: of,
    record,
    given,
    also,
    blocked: locked,
    choices,
    hides,
    fixed,
    follows,
    asJson,
    widgets,
    create,
    within,
    onSaved,
    onFailed,
  })
  const isNew = form.id === null
  // The lock of a client chosen here is known from the list of choices, and another client can be chosen.
  const lockedChosen = tenant === undefined ? null : lockedReason(form.values[tenant])
  const blocked = locked ?? (lockedChosen && t(lockedChosen.key, lockedChosen.values))
  const walk = useSteps(form, steps)
  const names = only ?? fieldsToFill(of, isNew, (resource) => findResource(resource) !== undefined)

  const field = (name: string) => {
    const note = name === tenant && locked === null ? blocked : null
    return (
      <FormField key={name} of={of} name={name} form={form} notes={notes} {...(note === null ? {} : { help: note })} />
    )
  }
  const submit = () => {
    if (lockedChosen) tellReason(lockedChosen)
    else walk.submit()
  }

  const mayDiscard = () =>
    ask({
      title: (t) => t('form.drop.title'),
      detail: (t) =>
        lost?.() ??
        t('form.drop.detail', { names: namesOfChanges(of, form.changedPaths, t, currentPreferences().locale) }),
      verb: (t) => t('form.drop.verb'),
      danger: true,
    })
  const discard = async () => {
    if (await mayDiscard()) form.discard()
  }
  const cancel = async () => {
    if (form.changed && !(await mayDiscard())) return
    form.discard()
    onCancel?.()
  }
  useImperativeHandle(handle, () => ({
    cancel: () => void cancel(),
    first: () => firstControl(document.getElementById(form.fieldId('form'))),
  }))
  const stays = onCancel === undefined
  // The boxes of a new token are small, and a foot over them would leave some too near its buttons.
  const staysInSight = handle === undefined && (!isNew || sections !== undefined)
  // The form of a page takes the focus, unless it is a part of that page; a dialog sets the focus itself.
  useEffect(() => {
    if (!stays && mayMoveFocus()) focusFields(document.getElementById(id))
  }, [id, stays])
  useKeys('form', {
    fields: () => focusFields(document.getElementById(id)),
    save: submit,
    escape: () => {
      if (form.stale) form.backToEditing()
      // Without a change, Esc is the page's own.
      else if (stays && !form.changed) return false
      else void cancel()
      return true
    },
  })

  return (
    <form
      className={body ? filled : cx(frame, beside && wide, beside && sections && roomy)}
      id={id}
      aria-labelledby={handle ? undefined : PAGE_TITLE}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const { submitter } = event.nativeEvent
        if (submitter instanceof HTMLButtonElement && submitter.value === NEXT) walk.next()
        else submit()
      }}
    >
      <div className={body ? notices : bare}>
        <RestoredNotice form={form} />
        <FormAlert form={form} />
        {form.stale && <StaleChoice form={form} stale={form.stale} />}
      </div>
      {body ? (
        body(form, { cancel: () => void cancel(), discard: () => void discard(), blocked })
      ) : (
        <>
          <div className={cx(beside && pair, beside && sections && narrowSide) || undefined}>
            {steps ? (
              <FormSteps form={form} steps={steps} walk={walk}>
                {field}
              </FormSteps>
            ) : sections ? (
              <FormSections form={form} sections={sections}>
                {field}
              </FormSections>
            ) : (
              <div className={cx(fields, columns)} id={form.fieldId('form')}>
                {names.map(field)}
              </div>
            )}
            {beside && <div className={aside}>{beside(form)}</div>}
          </div>
          <div className={cx(buttons, staysInSight && atFoot)}>
            {staysInSight && form.changed && (
              <p className={unsaved}>{t('form.unsaved', { count: Object.keys(form.changes).length })}</p>
            )}
            <Button
              keys={['Esc']}
              blocked={stays && !form.changed ? t('form.unchanged') : null}
              onClick={() => void cancel()}
            >
              {t(stays ? 'form.discard' : 'form.cancel')}
            </Button>
            {walk.buttons}
            <Button
              type="submit"
              look="primary"
              keys={capsOf('Mod+Enter', keyboard)}
              blocked={blocked}
              busy={form.busy}
            >
              {t(isNew ? 'form.create' : 'form.save', { what: t(`resources.${of.name}.name`).toLowerCase() })}
            </Button>
          </div>
        </>
      )}
    </form>
  )
}

const frame = css({ display: 'grid', gap: '4', width: 'full', maxWidth: 'form', minWidth: '0' })
const filled = css({ display: 'flex', flexDirection: 'column', flex: '1', minHeight: '0', minWidth: '0' })
const bare = css({ display: 'contents' })
const notices = css({
  display: 'grid',
  gap: '2',
  flexShrink: '0',
  maxHeight: '[50%]',
  overflow: 'auto',
  paddingInline: { base: '6', _narrow: '4' },
  '&:not(:empty)': { paddingBlock: '2' },
})
const wide = css({ maxWidth: 'page' })
const roomy = css({ maxWidth: 'pageWide' })
const pair = css({
  display: 'grid',
  gap: '6',
  alignItems: 'start',
  gridTemplateColumns: { base: 'minmax(0, 3fr) minmax(0, 2fr)', _tablet: 'minmax(0, 1fr)' },
})
// Sections are long: what is beside them takes no more than it needs.
const narrowSide = css({ gridTemplateColumns: { base: '[minmax(0, 1fr) 352px]', _tablet: '[minmax(0, 1fr)]' } })
const aside = css({ minWidth: '0', position: { base: 'sticky', _tablet: 'static' }, top: '0' })
const fields = css({ minWidth: '0' })
const buttons = css({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: '2',
  paddingTop: '4',
  borderTop: '1px solid token(colors.border.subtle)',
})
// A form may be longer than the screen: what saves it stays in sight.
const atFoot = css({
  position: 'sticky',
  // Over the padding at the foot of the page.
  bottom: '[-24px]',
  zIndex: 'sticky',
  alignItems: 'center',
  paddingBlock: '3',
  background: 'bg.surface',
})
const unsaved = css({ flex: '1', minWidth: '0', color: 'fg.muted' })
