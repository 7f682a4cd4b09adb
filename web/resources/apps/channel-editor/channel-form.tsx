import { useEffect, useId, useLayoutEffect, useMemo, useState, type ReactNode } from 'react'
import { css } from 'styled-system/css'
import type { Channel } from '@tocsin/core/resources/channels/types'
import { sectionsOf, type Section as Declared } from '@tocsin/core/resources/channels/sections'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import { isEmpty } from '@tocsin/core/vocabulary/empty'
import { useAccount } from '../../../data/account'
import { showRow } from '../../../data/query'
import { resourceOf } from '../../../data/resources'
import type { Row } from '../../../data/row'
import { focusFields } from '../../../form/focus'
import { FormAlert } from '../../../form/form-alert'
import { FormField } from '../../../form/form-field'
import { RestoredNotice } from '../../../form/restored-notice'
import { StaleChoice } from '../../../form/stale-choice'
import { useDraft, type Form } from '../../../form/use-draft'
import { capsOf } from '../../../keys/show'
import { keyboard, useKeys } from '../../../keys/use-keys'
import { ask } from '../../../notices/confirm'
import type { PreviewChannel } from '../../../preview/page-of'
import { valueAt } from '../../../record/field-at'
import { Button } from '../../../ui/button'
import { mayMoveFocus } from '../../../ui/focus'
import { useT } from '../../../words'
import { createReach, type Reach } from '../../../builder/reach'
import { CHANNEL_NOTES } from '../color-notes'
import { IconPicker } from './icon-picker'
import { ChoicesButton } from './choices-dialog'
import { FORM_FIELDS, FormButton } from './form-dialog'
import { AssignButton, Providers } from './providers'
import { fields, halves, scrolled, Section, stacked } from './section'
import { Rules, VISIBILITY } from './visibility'
import './words'

type Props = {
  row: Row
  /** True for a channel that was just created: its fields take the focus. */
  isMade: boolean
  /** The reason why nothing can be saved any more, as a sentence. */
  locked: string | null
  /** The id of the name of the channel. */
  title: string
  /** Receives the channel as it is typed; null while nothing differs from what is saved. */
  onDraft: (draft: PreviewChannel | null) => void
  /** Returns to the row of the channel. */
  onLeave: () => void
}

const WIDGETS = { 'config.icon': IconPicker }
const AS_JSON = [FORM_FIELDS]
/** The parts of a section's fields, where they are shown one by one. */
const PARTS: Readonly<Record<string, readonly string[]>> = { 'config.schema': ['config.schema.title', FORM_FIELDS] }

/** Returns a channel with a draft in it. A title that is left empty stays as it was (CHAN-13). */
const drafted = (row: Row, draft: Draft): Row => ({
  ...row,
  ...draft,
  label: isEmpty(draft['label']) ? row['label'] : draft['label'],
})

/** The form of a channel, in the sections of its kind. Its changes are counted and named at its foot. */
export function ChannelForm({ row, isMade, locked, title, onDraft, onLeave }: Props) {
  const id = useId()
  const { id: account } = useAccount()
  const channels = resourceOf('channels')
  /** The draft that could not be saved: until something else is typed, the channel is shown as it is saved (CHAN-09). */
  const [refused, setRefused] = useState<Draft | null>(null)
  const [reach] = useState(createReach)
  const form = useDraft({
    resource: channels,
    record: row,
    blocked: locked,
    widgets: WIDGETS,
    asJson: AS_JSON,
    within: { has: (path) => path.startsWith(`${FORM_FIELDS}.`), show: reach.go },
    notice: 'notices.notifySucess',
    toSave: true,
    meanwhile: (draft) => {
      showRow(account, 'channels', drafted(row, draft))
      return () => {
        showRow(account, 'channels', row)
        setRefused(draft)
      }
    },
    onSaved: () => {},
  })
  const sections = useMemo(() => sectionsOf((row as unknown as Channel).channelType), [row])

  const live = form.changed && form.values !== refused ? form.values : null
  useLayoutEffect(() => onDraft(live && (drafted(row, live) as unknown as PreviewChannel)), [live, row, onDraft])
  useLayoutEffect(() => () => onDraft(null), [onDraft])

  useEffect(() => {
    // Opening a row leads on to the fields of its channel.
    if (isMade || mayMoveFocus() || document.activeElement?.closest('[role=grid]'))
      focusFields(document.getElementById(id))
  }, [id, isMade])

  const discard = async () => {
    const yes = await ask({
      title: (words) => words('channelEditor.drop', { name: row['name'] }),
      detail: (words) => words('navigation.leave.changed', { changes: form.changedNames }),
      verb: (words) => words('form.discard'),
      danger: true,
    })
    if (yes) form.discard()
  }
  const isWithin = () => document.getElementById(id)?.contains(document.activeElement) === true
  useKeys('form', {
    fields: () => !document.activeElement?.closest('[role=grid]') && focusFields(document.getElementById(id)),
    save: () => (isWithin() || form.changed ? void form.submit() : false),
    escape: () => {
      if (!isWithin()) return false
      if (form.stale) form.backToEditing()
      else if (form.changed) void discard()
      else onLeave()
      return true
    },
  })

  const section = (one: Declared) => <FormSection key={one.name} section={one} form={form} row={row} reach={reach} />
  return (
    <form
      id={id}
      className={frame}
      aria-labelledby={title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit()
      }}
    >
      <div className={scrolled} data-channel="">
        <RestoredNotice form={form} />
        <FormAlert form={form} />
        {form.stale && <StaleChoice form={form} stale={form.stale} />}
        <div className={halves} id={form.fieldId('form')}>
          <div className={stacked}>{sections.filter(({ seen }) => seen).map(section)}</div>
          <div className={stacked}>{sections.filter(({ seen }) => !seen).map(section)}</div>
        </div>
      </div>
      <Foot form={form} onDiscard={() => void discard()} />
    </form>
  )
}

/** The sections with a content or a button of their own, by name. */
type Own = { content?: (row: Row) => ReactNode; aside: (row: Row, form: Form, reach: Reach) => ReactNode }
const OWN: Readonly<Record<string, Own>> = {
  providers: { content: (row) => <Providers row={row} />, aside: (row) => <AssignButton row={row} /> },
  form: {
    aside: (row, form, reach) => (
      <span className={besides}>
        <ChoicesButton form={form} />
        <FormButton form={form} name={String(row['name'])} reach={reach} />
      </span>
    ),
  },
}

type SectionProps = { section: Declared; form: Form; row: Row; reach: Reach }

function FormSection({ section: { name, fields: paths }, form, row, reach }: SectionProps) {
  const own = OWN[name]
  const isHere = (path: string) => paths.some((one) => path === one || path.startsWith(`${one}.`))
  const problems = Object.keys(form.problems).filter((path) => isHere(path) && form.problemAt(path)).length
  return (
    <Section name={name} problems={problems} aside={own?.aside(row, form, reach)}>
      {own?.content ? (
        own.content(row)
      ) : (
        <div className={fields}>
          {name === 'visibility' && (
            <Rules
              row={row}
              query={valueAt(form.values, VISIBILITY)}
              blocked={form.blocked}
              onApply={(query) => {
                form.cannotRead(VISIBILITY, null)
                form.set(VISIBILITY, query)
              }}
            />
          )}
          {paths
            .flatMap((path) => PARTS[path] ?? path)
            .map((path) => (
              <FormField key={path} of={form.resource} name={path} form={form} help={CHANNEL_NOTES[path]?.(form)} />
            ))}
        </div>
      )}
    </Section>
  )
}

/** The foot of the form, which never scrolls: the changes, and the buttons. */
function Foot({ form, onDiscard }: { form: Form; onDiscard: () => void }) {
  const t = useT()
  return (
    <div className={foot}>
      <p className={changes} data-changed={form.changed || undefined}>
        {form.changed ? (
          <>
            <strong className={count}>{t('form.changes', { count: form.changedPaths.length })}</strong>{' '}
            <span className={names}>{t('form.changesIn', { names: form.changedNames })}</span>
          </>
        ) : (
          t('form.unchanged')
        )}
      </p>
      {form.changed && (
        <Button look="quiet" keys={['Esc']} onClick={onDiscard}>
          {t('channelEditor.discard')}
        </Button>
      )}
      <Button type="submit" look="primary" keys={capsOf('Mod+Enter', keyboard)} blocked={form.blocked} busy={form.busy}>
        <span className={long}>{t('channelEditor.save')}</span>
        <span className={short}>{t('form.save')}</span>
      </Button>
    </div>
  )
}

const besides = css({ display: 'inline-flex', flexWrap: 'wrap', gap: '1' })
const frame = css({ display: 'flex', flexDirection: 'column', flex: '1', minHeight: '0', minWidth: '0' })
const foot = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: '2',
  flexShrink: '0',
  minHeight: '[46px]',
  paddingInline: { base: '6', _narrow: '4' },
  paddingBlock: '1.5',
  borderTop: '1px solid token(colors.border.subtle)',
  background: 'bg.sidebar',
})
const changes = css({
  flex: '1',
  minWidth: '0',
  color: 'fg.muted',
  lineClamp: '2',
  '&[data-changed]::before': {
    content: '""',
    display: 'inline-block',
    verticalAlign: 'middle',
    width: 'dot',
    height: 'dot',
    marginInlineEnd: '2',
    borderRadius: 'full',
    background: 'fg.default',
    _forced: { background: '[CanvasText]' },
  },
})
const count = css({ fontWeight: 'semibold', color: 'fg.default' })
const names = css({ '@container fields (max-width: 479px)': { display: 'none' } })
const long = css({ '@container fields (max-width: 479px)': { display: 'none' } })
const short = css({ display: 'none', '@container fields (max-width: 479px)': { display: 'inline' } })
