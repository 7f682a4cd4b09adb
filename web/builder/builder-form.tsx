import { useAtomValue } from 'jotai/react'
import {
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
  type Ref,
} from 'react'
import { flushSync } from 'react-dom'
import { css } from 'styled-system/css'
import { problemsBetween } from '@tocsin/core/form/schema-rules'
import { JsonList } from '../form/fields/json-list'
import { columns } from '../form/fields/columns'
import { focusLater } from '../form/focus'
import { FormField } from '../form/form-field'
import { ResourceForm, type FormActs } from '../form/resource-form'
import type { Form, Within } from '../form/use-draft'
import { namesOfChanges } from '../form/changed-names'
import { capsOf } from '../keys/show'
import { keyboard } from '../keys/use-keys'
import { useSidebarRoom } from '../navigation/sidebar-room'
import { problemText } from '../notices/problem-text'
import { usePreferences } from '../preferences'
import { labelOf, valueAt } from '../record/field-at'
import { Button } from '../ui/button'
import { Field } from '../ui/field'
import { Hints } from '../ui/hints'
import { Icon } from '../ui/icon'
import { input } from '../ui/input-look'
import { useT } from '../words'
import { idOf } from './fields'
import { Broken, Builder } from './form-builder'
import { useLive } from './live-form'
import { createReach, type Reach } from './reach'
import { Segments } from './segments'
import { nameOf, useFacts, type Facts } from './use-facts'
import './words'

type Props = Omit<
  ComponentProps<typeof ResourceForm>,
  'only' | 'steps' | 'sections' | 'asJson' | 'body' | 'within' | 'lost'
> & {
  /** The path of the list of fields in the record: `schema.fields`. */
  path: string
  /** The paths of the other fields of the record. */
  settings: readonly string[]
  /** The acts where the fields are shown and cannot be changed. */
  whenFixed?: ReactNode
}

type View = 'fields' | 'settings' | 'json'
const VIEWS: readonly View[] = ['fields', 'settings', 'json']

/** The form of a record that is itself a form: its fields in the builder or as JSON, and what else the record has. */
export function BuilderForm({ path, settings, whenFixed, ...props }: Props) {
  const [reach] = useState(createReach)
  const isInList = (at: string) => at === path || at.startsWith(`${path}.`)
  const [within] = useState<Within>(() => ({
    has: (at) => isInList(at) || settings.includes(at),
    show: reach.go,
  }))
  const lost = useRef<() => string>(null)
  useSidebarRoom()
  return (
    <ResourceForm
      {...props}
      within={within}
      lost={() => lost.current?.()}
      body={(form, acts) => (
        <Views
          form={form}
          acts={acts}
          path={path}
          settings={settings}
          whenFixed={whenFixed}
          reach={reach}
          lost={lost}
          isNew={form.id === null}
        />
      )}
    />
  )
}

type ViewsProps = {
  form: Form
  acts: FormActs
  path: string
  settings: readonly string[]
  whenFixed: ReactNode
  reach: Reach
  /** Takes the function that returns what would be lost with the changes. */
  lost: Ref<() => string>
  isNew: boolean
}

function Views({ form, acts, path, settings, whenFixed, reach, lost, isNew }: ViewsProps) {
  const t = useT()
  // A new record has a name first.
  const [view, setView] = useState<View>(isNew ? 'settings' : 'fields')
  const facts = useFacts(form, path)
  const live = useLive(facts)
  const [inner] = useState(createReach)

  const isUnread = form.problems[path]?.key === 'formErrors.jsonAt'

  /** Shows the control of a path, in the view that has it. */
  const show = (at: string) => {
    if (settings.includes(at)) {
      flushSync(() => setView('settings'))
      return focusLater(form.fieldId(at))
    }
    if (facts.isBroken) return flushSync(() => setView('json'))
    if (view !== 'fields') flushSync(() => setView('fields'))
    const [first] = problemsBetween(facts.fields)
    const to = at === path ? first && `${path}.${first.at}.${first.path}` : at
    if (to !== undefined) inner.go(to)
  }
  useLayoutEffect(() => reach.by(show))
  /** Shows another view. Text that is no JSON would be lost, so that it is mended first. */
  const choose = (next: View) => {
    if (view === 'json' && isUnread) return focusLater(form.fieldId(path))
    setView(next)
  }
  return (
    <>
      <div className={bar}>
        <Segments
          label={t('builder.views.label')}
          options={VIEWS.map((one) => [one, t(`builder.views.${one}`)] as const)}
          value={view}
          onChange={choose}
        />
      </div>
      {view === 'fields' && facts.isBroken ? (
        <Broken />
      ) : view === 'fields' ? (
        <Builder facts={facts} live={live} reach={inner} />
      ) : (
        <div className={plain} id={form.fieldId('form')}>
          {view === 'settings' ? (
            <div className={columns}>
              {settings.map((name) => (
                <FormField key={name} of={form.resource} name={name} form={form} />
              ))}
            </div>
          ) : (
            <AsJson form={form} path={path} blocked={facts.blocked} />
          )}
        </div>
      )}
      <Foot
        facts={facts}
        acts={acts}
        whenFixed={whenFixed}
        isInFields={view === 'fields'}
        isUnread={isUnread}
        lost={lost}
        onShow={show}
      />
    </>
  )
}

/** The fields as JSON, over the same draft. */
function AsJson({ form, path, blocked }: { form: Form; path: string; blocked: string | null }): ReactNode {
  const t = useT()
  const reason = form.problems[path]
  const label = labelOf(form.resource, path, t)
  const value = valueAt(form.values, path)
  if (blocked !== null)
    return (
      <Field label={label} help={blocked}>
        {(control) => (
          <textarea
            {...control}
            className={input({ kind: 'mono' })}
            rows={16}
            readOnly
            value={JSON.stringify(value, null, 2)}
          />
        )}
      </Field>
    )
  return (
    <JsonList
      form={form}
      path={path}
      label={label}
      value={value}
      problem={reason ? problemText(reason, label, t) : null}
      onChange={(value) => form.set(path, value)}
    />
  )
}

type FootProps = {
  facts: Facts
  acts: FormActs
  whenFixed: ReactNode
  /** True while the list of fields is shown, whose keys are hinted at. */
  isInFields: boolean
  /** True while the text of the fields is no JSON. What was typed before it is still in the draft. */
  isUnread: boolean
  lost: Ref<() => string>
  onShow: (path: string) => void
}

/** The foot, which never scrolls: what is changed, what is wrong, and the buttons. */
function Foot({ facts, acts, whenFixed, isInFields, isUnread, lost, onShow }: FootProps) {
  const t = useT()
  const { locale } = usePreferences()
  const { form, path, fields, base, changes, problems } = facts
  const count = changes.changed.length + changes.added.length + changes.removed.length
  const others = form.changedPaths.filter((at) => at !== path && !at.startsWith(`${path}.`))
  const otherNames = namesOfChanges(form.resource, others, t, locale)
  const wrong = [...problems].sort(([one], [other]) => one - other)
  const names = (ids: readonly number[]) => {
    const known = new Map([...base, ...fields].map((field) => [idOf(field), nameOf(field, t)]))
    return new Intl.ListFormat(locale, { type: 'conjunction' }).format(ids.map((id) => known.get(id) ?? ''))
  }
  useImperativeHandle(lost, () => () => {
    const lines = [
      isUnread && t('builder.foot.unread'),
      changes.changed.length > 0 && t('builder.foot.changedFields', { names: names(changes.changed) }),
      changes.added.length > 0 && t('builder.foot.addedFields', { names: names(changes.added) }),
      changes.removed.length > 0 && t('builder.foot.removedFields', { names: names(changes.removed) }),
      others.length > 0 && t('navigation.leave.changed', { changes: otherNames }),
    ]
    return lines.filter(Boolean).join(' ')
  })
  return (
    <div className={foot}>
      <p className={changed} data-changed={form.changed || undefined}>
        {form.changed ? (
          <>
            <Icon name="pencil" className={small} />
            <strong>{isUnread ? t('builder.foot.unread') : t('builder.foot.changed', { count })}</strong>
            {others.length > 0 && <span>{t('builder.foot.others', { names: otherNames })}</span>}
            <KeptAt form={form} />
          </>
        ) : (
          t('form.unchanged')
        )}
      </p>
      {wrong.length > 0 && (
        <Button look="quiet" size="small" icon="circleAlert" onClick={() => onShow(wrong[0]![1].path)}>
          <span className={bad}>{t('builder.foot.problems', { count: wrong.length })}</span>
        </Button>
      )}
      <Hints
        hidden={!isInFields}
        of={[
          [['J', 'K'], t('builder.foot.hints.field')],
          ...(facts.blocked === null
            ? ([
                [[t('keys.names.Space')], t('builder.foot.hints.move')],
                [['Z'], t('builder.foot.hints.back')],
              ] as const)
            : []),
        ]}
      />
      <span className={buttons}>
        {facts.blocked !== null && whenFixed}
        {form.changed ? (
          <Button onClick={acts.discard}>{t('builder.foot.discard')}</Button>
        ) : (
          <Button onClick={acts.cancel}>{t('form.cancel')}</Button>
        )}
        <Button
          type="submit"
          look="primary"
          keys={capsOf('Mod+Enter', keyboard)}
          blocked={acts.blocked}
          busy={form.busy}
        >
          {t(form.id === null ? 'form.create' : 'form.save', {
            what: t(`resources.${form.resource.name}.name`).toLowerCase(),
          })}
        </Button>
      </span>
    </div>
  )
}

/** Says when the draft was kept on this machine. */
function KeptAt({ form }: { form: Form }) {
  const t = useT()
  const { locale } = usePreferences()
  const keptAt = useAtomValue(form.keptAt)
  if (keptAt === null) return null
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(new Date(keptAt))
  return <span>{t('builder.foot.kept', { time })}</span>
}

const bar = css({
  display: 'flex',
  alignItems: 'center',
  flexShrink: '0',
  paddingInline: { base: '6', _narrow: '4' },
  paddingBottom: '2',
  borderBottom: '1px solid token(colors.border.default)',
})
const plain = css({
  flex: '1',
  minHeight: '0',
  overflow: 'auto',
  position: 'relative',
  paddingInline: { base: '6', _narrow: '4' },
  paddingBlock: '5',
  '& > *': { maxWidth: 'form' },
})
const foot = css({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '3',
  flexShrink: '0',
  minHeight: '[52px]',
  paddingInlineStart: { base: '6', _narrow: '4' },
  paddingInlineEnd: '4',
  paddingBlock: '1.5',
  borderTop: '1px solid token(colors.border.subtle)',
  background: 'bg.sidebar',
  color: 'fg.muted',
  textStyle: 'small',
})
const changed = css({
  display: 'inline-flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '1.5',
  minWidth: '0',
  '& strong': { fontWeight: 'medium', color: 'fg.default' },
})
const small = css({ width: 'iconSm', height: 'iconSm' })
const bad = css({ color: 'danger.fg' })
const buttons = css({ display: 'inline-flex', flexWrap: 'wrap', gap: '2', marginInlineStart: 'auto' })
