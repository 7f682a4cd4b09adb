import { useState, type ReactNode } from 'react'
import { css } from 'styled-system/css'
import { optionsOf, withAttachments } from '@tocsin/core/form/field-options'
import { formSubjects } from '@tocsin/core/form/query-subjects'
import { MAX_FIELD_NAME } from '@tocsin/core/form/limits'
import { DATE_FORMATS } from '@tocsin/core/form/schema'
import { CHOSEN_TYPES } from '@tocsin/core/form/schema-rules'
import type { FormField as FieldOfForm } from '@tocsin/core/form/types'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import { FormField } from '../form/form-field'
import type { Form } from '../form/use-draft'
import { problemText } from '../notices/problem-text'
import { usePreferences } from '../preferences'
import { labelOf } from '../record/field-at'
import { QuerySentence } from '../record/query-sentence'
import { Button } from '../ui/button'
import { CopyButton } from '../ui/copy-button'
import { cx } from '../ui/cx'
import { Field } from '../ui/field'
import { Icon } from '../ui/icon'
import { input, pictured } from '../ui/input-look'
import { Outline } from '../ui/outline'
import { Toggle } from '../ui/toggle'
import { useT } from '../words'
import { Attachments } from './attachments'
import { ChoicesGrid } from './choices-grid'
import { DefaultValue } from './default-value'
import { readersOf } from './names'
import { ruleOf } from './field-rules'
import { readAsOf } from './fields'
import { IconChoice } from './icon-choice'
import { KINDS, kindOf, kindText, outlineOfKind } from './kinds'
import type { Builder } from './use-builder'
import { isMissing, nameOf, type FieldProblem } from './use-facts'

type Props = {
  builder: Builder
  field: FieldOfForm
  /** The kinds of fields that this server offers by its flags. */
  offered: ReadonlySet<string>
  perType: boolean
  /** Opens the rules of the field. */
  onRules: () => void
  onBack: () => void
}

const MAX_TAG = 32
const CHOSEN: ReadonlySet<string> = new Set(CHOSEN_TYPES)

/** The open field: what it asks, under which name, and the options that its type has. */
export function FieldPanel({ builder, field, offered, perType, onRules, onBack }: Props) {
  const t = useT()
  const { locale } = usePreferences()
  const { facts, at, shown } = builder
  const { blocked, path: list } = facts
  const whole: Form = { ...facts.form, blocked }
  const path = `${list}.${at}`
  const optionsPath = `${path}.options`
  const has = optionsOf(field)
  const kind = kindOf(field)
  const of = whole.resource

  // Problems are shown at once, except those of a new field that is not filled in yet.
  const problemOf = (to: string) => {
    const reason = whole.problems[to]
    const isHidden = reason && isMissing(reason) && facts.isFresh(field) && whole.problemAt(to) === null
    return reason && !isHidden ? reason : null
  }
  const form: Form = { ...whole, problemAt: problemOf }
  const problemAt = (to: string) => {
    const reason = problemOf(to)
    return reason ? problemText(reason, labelOf(of, to, t), t) : null
  }
  const option = (name: string, help?: ReactNode) =>
    has.has(name) && <FormField key={name} of={of} name={`${optionsPath}.${name}`} form={form} help={help} />

  const go = (to: number) => builder.show(to)
  return (
    <>
      <div className={head}>
        <span className={onlyOnePage}>
          <Button look="quiet" icon="chevronLeft" iconOnly onClick={onBack}>
            {t('builder.back')}
          </Button>
        </span>
        <Outline path={outlineOfKind(kind)} look={picture} />
        <h2 className={heading}>
          {kindText(of, list, kind, t)} <span className={wire}>{field.type}</span>
        </h2>
        <span className={tools}>
          <span className={place}>
            {t('builder.of', { at: formatNumber(locale, at + 1), total: formatNumber(locale, shown.length) })}
          </span>
          <span className={onlySideBySide}>
            <Button
              size="small"
              icon="chevronUp"
              iconOnly
              blocked={at === 0 ? t('builder.isFirst') : null}
              onClick={() => go(at - 1)}
            >
              {t('builder.previous')}
            </Button>
            <Button
              size="small"
              icon="chevronDown"
              iconOnly
              blocked={at === shown.length - 1 ? t('builder.isLast') : null}
              onClick={() => go(at + 1)}
            >
              {t('builder.next')}
            </Button>
          </span>
          <span className={onlyOnePage}>
            <Button size="small" icon="arrowUp" iconOnly blocked={blocked} onClick={() => builder.shift('up')}>
              {t('builder.up')}
            </Button>
            <Button size="small" icon="arrowDown" iconOnly blocked={blocked} onClick={() => builder.shift('down')}>
              {t('builder.down')}
            </Button>
          </span>
          <Button size="small" icon="trash" iconOnly blocked={blocked} onClick={() => void builder.remove(onBack)}>
            {t('builder.remove')}
          </Button>
        </span>
      </div>
      <div className={body} id={builder.panelId}>
        {blocked !== null && (
          <p className={note}>
            <Icon name="lock" />
            {blocked}
          </p>
        )}
        <div className={pair}>
          <div className={wide}>
            <Text
              id={form.fieldId(`${path}.title`)}
              label={labelOf(of, `${path}.title`, t)}
              value={field.title}
              problem={problemAt(`${path}.title`)}
              readOnly={blocked !== null}
              onChange={builder.retitle}
              onLeave={() => form.touch(`${path}.title`)}
            />
          </div>
          <NameField builder={builder} field={field} path={`${path}.name`} problem={problemAt(`${path}.name`)} />
          <Field
            label={labelOf(of, `${path}.tag`, t)}
            id={form.fieldId(`${path}.tag`)}
            problem={problemAt(`${path}.tag`)}
            aside={<Count text={field.tag} max={MAX_TAG} />}
          >
            {(control) => (
              <input
                {...control}
                className={input({ kind: 'mono' })}
                autoComplete="off"
                readOnly={blocked !== null}
                value={typeof field.tag === 'string' ? field.tag : ''}
                onChange={({ target }) => form.set(`${path}.tag`, target.value === '' ? null : target.value)}
                onBlur={() => form.touch(`${path}.tag`)}
              />
            )}
          </Field>
          <TypeField
            builder={builder}
            field={field}
            path={`${path}.type`}
            offered={offered}
            problem={problemAt(`${path}.type`)}
          />
          {option('mask')}
          {has.has('format') && <FormatField builder={builder} field={field} path={`${optionsPath}.format`} />}
        </div>
        {CHOSEN.has(field.type) && (
          <Part>
            <ChoicesGrid builder={builder} field={field} path={`${optionsPath}.choices`} problemAt={problemAt} />
            {has.has('hasOther') && (
              <div className={pair}>
                {option('hasOther')}
                {field.options?.['hasOther'] === true && option('otherText')}
              </div>
            )}
          </Part>
        )}
        {has.has('icon') && (
          <Part>
            <IconChoice
              form={whole}
              path={`${optionsPath}.icon`}
              value={field.options?.['icon']}
              onChange={(icon) => builder.setOptions({ icon })}
            />
          </Part>
        )}
        <Part title={t('builder.sections.answer')}>
          <div className={pair}>
            <FormField of={of} name={`${path}.required`} form={form} />
            {field.required === true && option('requiredErrorText')}
            {option('placeholder')}
            {has.has('defaultValue') && (
              <Field
                label={labelOf(of, `${optionsPath}.defaultValue`, t)}
                id={form.fieldId(`${optionsPath}.defaultValue`)}
                problem={problemAt(`${optionsPath}.defaultValue`)}
              >
                {(control) => (
                  <DefaultValue
                    form={whole}
                    field={field}
                    path={`${optionsPath}.defaultValue`}
                    label={labelOf(of, `${optionsPath}.defaultValue`, t)}
                    control={control}
                    onChange={(defaultValue) => blocked === null && builder.setOptions({ defaultValue })}
                    onLeave={() => form.touch(`${optionsPath}.defaultValue`)}
                  />
                )}
              </Field>
            )}
            {['limit', 'min', 'max', 'step', 'lines', 'columns'].map((name) => option(name))}
            {['allowSelectAll', 'allowComments', 'allowQrCode'].map((name) => option(name))}
          </div>
        </Part>
        {has.has('validators') && <Part>{option('validators')}</Part>}
        {(has.has('allowAttachments') || has.has('attachmentTypes')) && (
          <Part title={t('builder.sections.attachments')}>
            <div className={pair}>
              {has.has('allowAttachments') && (
                <Switch
                  label={labelOf(of, `${optionsPath}.allowAttachments`, t)}
                  on={field.options?.['allowAttachments'] === true}
                  blocked={blocked}
                  id={form.fieldId(`${optionsPath}.allowAttachments`)}
                  onChange={(on) =>
                    builder.setOptions(
                      on ? withAttachments({ ...field.options, allowAttachments: true }) : { allowAttachments: null },
                    )
                  }
                />
              )}
              {has.has('attachmentTypes') && (
                <Attachments
                  builder={builder}
                  form={form}
                  field={field}
                  path={optionsPath}
                  perType={perType}
                  problemAt={problemAt}
                />
              )}
            </div>
          </Part>
        )}
        <Visibility builder={builder} field={field} problem={facts.problems.get(at)} onRules={onRules} />
      </div>
    </>
  )
}

/** A part of the panel below a line. */
function Part({ title, aside, children }: { title?: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className={part}>
      {title !== undefined && (
        <header className={partHead}>
          <h3 className={partTitle}>{title}</h3>
          {aside}
        </header>
      )}
      {children}
    </section>
  )
}

/** A count of characters beside the label of a field. */
function Count({ text, max }: { text: unknown; max: number }) {
  const t = useT()
  const length = typeof text === 'string' ? text.length : 0
  return (
    <small className={count} data-over={length > max || undefined}>
      {length === 0 ? t('builder.upTo', { max }) : t('builder.count', { count: length, max })}
    </small>
  )
}

type TextProps = {
  id: string
  label: string
  value: unknown
  problem: string | null
  readOnly: boolean
  onChange: (text: string) => void
  onLeave: () => void
}

function Text({ id, label, value, problem, readOnly, onChange, onLeave }: TextProps) {
  return (
    <Field label={label} id={id} problem={problem}>
      {(control) => (
        <input
          {...control}
          className={input()}
          dir="auto"
          autoComplete="off"
          readOnly={readOnly}
          value={typeof value === 'string' ? value : ''}
          onChange={({ target }) => onChange(target.value)}
          onBlur={onLeave}
        />
      )}
    </Field>
  )
}

type PartProps = { builder: Builder; field: FieldOfForm; path: string; problem: string | null }

/** The name of a field, which is the key of its answers. The rules that read the field follow it. */
function NameField({ builder, field, path, problem }: PartProps) {
  const t = useT()
  const { form, blocked, fields } = builder.facts
  const [before, setBefore] = useState<string | null>(null)
  const isTaken = field.name !== '' && fields.some((other, at) => at !== builder.at && other.name === field.name)
  const taken = isTaken ? t('builder.why.fieldNameTwice', { name: field.name }) : null
  const isFollowed = before !== null && before !== field.name && readAsOf(field) === field.name
  const followers = isFollowed ? readersOf(fields, field) : []
  const told = followers.length > 0 ? t('builder.renamed', { count: followers.length }) : null
  return (
    <Field
      label={labelOf(form.resource, path, t)}
      id={form.fieldId(path)}
      required
      problem={problem ?? taken}
      help={told}
      aside={<small className={count}>{t('builder.count', { count: field.name.length, max: MAX_FIELD_NAME })}</small>}
    >
      {(control) => (
        <span className={cx(pictured, copied)}>
          <input
            {...control}
            className={cx(input({ kind: 'mono' }), withCopy)}
            autoComplete="off"
            spellCheck={false}
            readOnly={blocked !== null}
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
        </span>
      )}
    </Field>
  )
}

/** The type of a field. What the server does not offer is there only where the field has it already. */
function TypeField({ builder, field, path, problem, offered }: PartProps & { offered: ReadonlySet<string> }) {
  const t = useT()
  const { form, blocked, path: list } = builder.facts
  const kind = kindOf(field)
  const kinds = KINDS.filter((one) => one === kind || offered.has(one))
  return (
    <Field label={labelOf(form.resource, path, t)} id={form.fieldId(path)} required problem={problem}>
      {(control) => (
        <span className={pictured}>
          <select
            {...control}
            className={cx(input(), bare)}
            aria-disabled={blocked !== null || undefined}
            value={kind}
            onChange={({ target }) => blocked === null && builder.retype(target.value)}
          >
            {!kinds.includes(kind) && <option value={kind}>{t('builder.notKnown', { type: kind })}</option>}
            {kinds.map((one) => (
              <option key={one} value={one}>
                {kindText(form.resource, list, one, t)}
              </option>
            ))}
          </select>
          <Icon name="chevronDown" />
        </span>
      )}
    </Field>
  )
}

/** The formats that are offered; a date without one has the last. */
const OFFERED_FORMATS = DATE_FORMATS.slice(0, 3)
const [DEFAULT_FORMAT] = DATE_FORMATS.slice(3)

function FormatField({ builder, field, path }: Omit<PartProps, 'problem'>) {
  const t = useT()
  const { form, blocked } = builder.facts
  const format = field.options?.['format']
  return (
    <Field label={labelOf(form.resource, path, t)} id={form.fieldId(path)}>
      {(control) => (
        <span className={pictured}>
          <select
            {...control}
            className={cx(input(), bare)}
            aria-disabled={blocked !== null || undefined}
            value={typeof format === 'string' && format !== DEFAULT_FORMAT ? format : ''}
            onChange={({ target }) =>
              blocked === null && builder.setOptions({ format: target.value === '' ? null : target.value })
            }
          >
            <option value="">{t('builder.dateDefault')}</option>
            {OFFERED_FORMATS.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
          <Icon name="chevronDown" />
        </span>
      )}
    </Field>
  )
}

type SwitchProps = { label: string; on: boolean; blocked: string | null; id: string; onChange: (on: boolean) => void }

function Switch({ label, on, blocked, id, onChange }: SwitchProps) {
  return (
    <Field label={label} id={id} help={blocked}>
      {(control) => (
        <span>
          <Toggle id={control.id} label={label} on={on} blocked={blocked} onChange={onChange} />
        </span>
      )}
    </Field>
  )
}

type VisibilityProps = {
  builder: Builder
  field: FieldOfForm
  problem: FieldProblem | undefined
  onRules: () => void
}

/** When the field is shown, and which fields look at it. */
function Visibility({ builder, field, problem, onRules }: VisibilityProps) {
  const t = useT()
  const { form, path, fields, read } = builder.facts
  const at = `${path}.${builder.at}.options.visibleIfQuery`
  const readers = readersOf(fields, field)
  const rule = ruleOf(field)
  const isWrong = problem !== undefined && (problem.path === at || problem.path.startsWith(`${at}.`))
  return (
    <Part
      title={t('builder.sections.visibility')}
      aside={
        <Button
          id={form.fieldId(at)}
          size="small"
          icon="split"
          keys={['R']}
          blocked={rule === undefined ? t('rules.unread') : null}
          onClick={onRules}
        >
          {t('rules.open')}
        </Button>
      }
    >
      <div className={say}>
        <Icon name="eye" />
        <span>
          {rule !== undefined && <QuerySentence query={rule} subjects={rule ? formSubjects(read) : []} />}{' '}
          {readers.length > 0 && t('builder.reads', { names: builder.listed(readers), count: readers.length })}
        </span>
      </div>
      {isWrong && (
        <p className={trouble}>
          <Icon name="circleAlert" />
          {problem.why}
        </p>
      )}
    </Part>
  )
}

/** Returns what the region of a field is called. */
export const usePanelName = (field: FieldOfForm | undefined): string => {
  const t = useT()
  return field ? t('builder.field', { name: nameOf(field, t) }) : t('builder.choose')
}

const head = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  flexShrink: '0',
  minHeight: '[44px]',
  paddingInlineStart: { base: '6', _narrow: '2' },
  paddingInlineEnd: { base: '4', _narrow: '2' },
  paddingBlock: '1',
  borderBottom: '1px solid token(colors.border.subtle)',
})
const onlyOnePage = css({ display: 'none', '[data-one-page] &': { display: 'inline-flex', gap: '1' } })
const onlySideBySide = css({ display: 'inline-flex', gap: '1', '[data-one-page] &': { display: 'none' } })
const picture = css({ color: 'fg.muted' })
const heading = css({
  flex: '1',
  minWidth: '0',
  textStyle: 'title',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})
const wire = css({ textStyle: 'mono', color: 'fg.subtle', marginInlineStart: '1', _narrow: { display: 'none' } })
const tools = css({ display: 'inline-flex', alignItems: 'center', gap: '1' })
const place = css({ textStyle: 'small', color: 'fg.muted', whiteSpace: 'nowrap', marginInlineEnd: '1' })
const body = css({
  contain: 'layout paint style',
  flex: '1',
  minHeight: '0',
  overflow: 'auto',
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  gap: '4',
  paddingInline: { base: '6', _narrow: '4' },
  paddingBlock: '4',
  '& :is(input, select, textarea, button)': { scrollMarginBlock: '6' },
})
const note = css({ display: 'flex', alignItems: 'center', gap: '2', color: 'fg.muted' })
const pair = css({
  display: 'grid',
  gap: '[12px 16px]',
  alignItems: 'start',
  minWidth: '0',
  gridTemplateColumns: '[repeat(auto-fill, minmax(min(100%, 200px), 1fr))]',
  // A switch stands before its name.
  '& div:has(> span > [role=switch])': {
    display: 'flex',
    flexWrap: 'wrap',
    flexDirection: 'row-reverse',
    justifyContent: 'flex-end',
    alignItems: 'center',
    columnGap: '2',
    minHeight: { base: 'control', _narrow: 'touch' },
    '& > :first-child': { flex: '1', minWidth: '0' },
    '& > :nth-child(n + 3)': { flexBasis: 'full', order: '1' },
  },
})
const wide = css({ gridColumn: '1 / -1', minWidth: '0' })
const part = css({
  display: 'grid',
  gap: '3',
  minWidth: '0',
  paddingTop: '4',
  borderTop: '1px solid token(colors.border.subtle)',
})
const partHead = css({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '2' })
const partTitle = css({ textStyle: 'title' })
const count = css({ textStyle: 'small', color: 'fg.subtle', '&[data-over]': { color: 'danger.fg' } })
const copied = css({
  '& > button': { position: 'absolute', insetInlineEnd: '1' },
  '& > button svg': { position: 'static' },
})
const withCopy = css({ paddingInlineEnd: '10' })
const bare = css({
  appearance: 'none',
  paddingInlineEnd: '8',
  textOverflow: 'ellipsis',
  '& option': { background: 'bg.popover', color: 'fg.default' },
})
const say = css({
  display: 'flex',
  alignItems: 'flex-start',
  gap: '2.5',
  color: 'fg.muted',
  '& svg': { width: 'iconSm', height: 'iconSm', marginTop: '0.5' },
})
const trouble = css({
  display: 'flex',
  gap: '1.5',
  textStyle: 'small',
  color: 'danger.fg',
  '& svg': { width: 'iconSm', height: 'iconSm' },
})
