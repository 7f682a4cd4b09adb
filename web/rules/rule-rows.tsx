import { createContext, memo, useContext, type ReactNode } from 'react'
import { css, cva } from 'styled-system/css'
import { ALONE, isGroup, type Answers, type Comparison, type Query } from '@tocsin/core/form/query'
import {
  completeOf,
  conditionProblem,
  isSamePlace,
  isTrue,
  operatorsFor,
  withOperator,
  withSubject,
  type Place,
  type Rule,
} from '@tocsin/core/form/query-edit'
import type { RuleSubject, SubjectKind } from '@tocsin/core/form/query-subjects'
import {
  answerText,
  conditionText,
  groupName,
  operatorName,
  valueText,
  type Reader,
} from '@tocsin/core/form/query-words'
import { isEmpty } from '@tocsin/core/vocabulary/empty'
import { Icon, type IconName } from '../ui/icon'
import { Grip } from '../ui/grip'
import { OptionsBox } from './options-box'
import { cellsOf, type Acts, type Cell } from './use-rules'
import { ValueEditor } from './value-editor'
import './words'

// The roles of elements whose keys the dialog handles.
const ROW = { role: 'row' } as const
const CELL = { role: 'gridcell' } as const
/** The tree is one stop of Tab: where the focus was last. */
const stop = (isHere: boolean) => ({ tabIndex: isHere ? 0 : -1 })

/** The props that every row of the tree needs. */
type Tree = {
  id: string
  acts: Acts
  subjects: readonly RuleSubject[]
  /** The subjects that conditions may be about by mistake. */
  later: readonly RuleSubject[]
  /** Returns a subject for a name that none has; null if there can be none. */
  makeSubject: ((typed: string) => RuleSubject | null) | undefined
  /** Null where there are no answers to try the rule with. */
  answers: Answers | null
  reader: Reader
  readOnly: boolean
  /** True once the rule was to be applied: from then on what is missing is told. */
  isChecked: boolean
}
export const TreeContext = createContext<Tree | null>(null)
const useTree = () => useContext(TreeContext)!

export const cellId = (id: string, place: Place, cell: Cell): string => `${id}-${place.join('.')}-${cell}`
/** Returns a place as it is told: 2.1. */
export const placeText = (place: Place): string => place.map((at) => at + 1).join('.')

const ICONS: Record<SubjectKind, IconName> = {
  text: 'wholeWord',
  number: 'hash',
  date: 'calendar',
  choice: 'circleDot',
  choices: 'listChecks',
  boolean: 'squareCheck',
  rating: 'star',
  attachment: 'paperclip',
}

/** The place of the focus within the row that has it. */
type Here = { cell: Cell; isOpen: boolean; isLifted: boolean }
/** The same, with the place of that row. */
type Focus = Here & { at: Place }

/** The rows of a group. */
export function RuleRows({ group, place, focus }: { group: Query; place: Place; focus: Focus }) {
  const { combinator, rules } = group
  return rules.map((rule, at) => {
    const here = [...place, at]
    const common = { combinator, size: rules.length, here: isSamePlace(focus.at, here) ? focus : null }
    return isGroup(rule) ? (
      <GroupRows key={at} group={rule} place={here} focus={focus} {...common} />
    ) : (
      <ConditionRow key={at} condition={rule} at={here.join('.')} {...common} />
    )
  })
}

/** The link of a row to those beside it: the word and their number. */
type RowProps = { combinator: Query['combinator']; size: number; here: Here | null }

function GroupRows({ group, place, focus, ...row }: RowProps & { group: Query; place: Place; focus: Focus }) {
  const { subjects, reader, answers } = useTree()
  const { t } = reader
  const [word, rest] = group.combinator === 'and' ? ['all', 'allHold'] : ['any', 'anyHolds']
  const { rules: complete } = completeOf(group, subjects)
  const held = answers ? complete.filter((rule) => isTrue(rule, answers)).length : 0
  return (
    <div className={box} data-deep={place.length > 2 || undefined}>
      <Row {...row} rule={group} place={place} name={groupName(place, group, t)}>
        <span className={groupHead} {...CELL}>
          {t('rules.groupIs')} <b className={strong}>{t(`rules.${word}`)}</b> {t(`rules.${rest}`)}
        </span>
        <span className={now}>{answers && t('rules.some', { held, total: complete.length })}</span>
      </Row>
      <div className={inner}>
        <RuleRows group={group} place={place} focus={focus} />
      </div>
    </div>
  )
}

type ConditionProps = RowProps & {
  condition: Comparison
  /** The place as a text, which is the same text as long as the row stays there. */
  at: string
}

const ConditionRow = memo(function ConditionRow({ condition, at, ...row }: ConditionProps) {
  const place = at.split('.').map(Number)
  const { here } = row
  const { id, acts, subjects, later, makeSubject, answers, reader, readOnly, isChecked } = useTree()
  const { t } = reader
  const { field, operator, value } = condition
  const named = [...subjects, ...later]
  const subject = named.find(({ name }) => name === field)
  const problem = conditionProblem(condition, subjects, later)
  // A field that cannot be read is told at once: nobody forgot it.
  const isWrong = problem === 'gone' || problem === 'later'
  const shownProblem = problem !== null && (isChecked || isWrong) ? problem : null
  const wrong = shownProblem && (shownProblem === 'noValue' ? 'value' : 'field')
  const answer = answers && field !== '' ? (answerText(answers[field], subject, reader) ?? t('rules.empty')) : null
  const text = conditionText(condition, named, reader)
  const isOpen = (cell: Cell) => here?.isOpen === true && here.cell === cell
  const set = (next: Comparison, how?: 'stays' | 'left') => acts.setCondition(place, next, how)
  const cell = (name: Cell, content: ReactNode, editor: () => ReactNode, icon: IconName | null = 'chevronsUpDown') => (
    <EditCell
      name={name}
      place={place}
      here={here}
      icon={icon}
      isOpen={isOpen(name)}
      isWrong={wrong === name}
      editor={editor}
    >
      {content}
    </EditCell>
  )
  const operators = operatorsFor(subject)
  const offered = operators.includes(operator) ? operators : [operator, ...operators]
  const values = (Array.isArray(value) ? value : [value]) as unknown[]
  const isMissing = isEmpty(value)

  return (
    <>
      <Row {...row} rule={condition} place={place} name={`${placeText(place)}, ${text}`} answer={answer}>
        {cell(
          'field',
          <>
            {subject && <Icon name={ICONS[subject.kind]} />}
            <span className={cut} data-missing={field === '' || undefined} dir="auto">
              {subject?.label ?? (field || t('rules.chooseField'))}
            </span>
          </>,
          () => (
            <OptionsBox
              label={t('rules.field')}
              options={subjects.map(({ name, label, kind }) => ({
                value: name,
                text: label,
                icon: ICONS[kind],
                ...(name === label ? {} : { note: name }),
              }))}
              chosen={[field]}
              other={
                makeSubject &&
                ((typed) => {
                  const made = makeSubject(typed)
                  return made && { value: made.name, text: made.label, note: made.name, icon: ICONS[made.kind] }
                })
              }
              onChoose={(name) => {
                const chosen = subjects.find((one) => one.name === name) ?? makeSubject?.(name)
                if (chosen) set(withSubject(condition, chosen))
              }}
              onClose={acts.close}
            />
          ),
        )}
        {cell('operator', <span className={cut}>{operatorName(operator, t)}</span>, () => (
          <OptionsBox
            label={t('rules.operator')}
            wide={offered.length > 6}
            options={offered.map((one) => ({ value: one, text: operatorName(one, t), note: one }))}
            chosen={[operator]}
            onChoose={(chosen) => set(withOperator(condition, chosen as typeof operator, subject))}
            onClose={acts.close}
          />
        ))}
        {ALONE.has(operator) ? (
          <span className={noValue} {...CELL}>
            {t('rules.noValue')}
          </span>
        ) : (
          cell(
            'value',
            isMissing ? (
              <span className={cut} data-missing>
                {t('rules.chooseValue')}
              </span>
            ) : Array.isArray(value) ? (
              <span className={tags}>
                {values.slice(0, 1).map((one) => (
                  <span key={String(one)} className={tag} dir="auto">
                    {valueText(one, subject, reader)}
                  </span>
                ))}
                {values.length > 1 && <span className={more}>+{values.length - 1}</span>}
              </span>
            ) : (
              <span className={cut} dir="auto">
                {valueText(value, subject, reader)}
              </span>
            ),
            () => (
              <ValueEditor
                condition={condition}
                subject={subject}
                onChange={(next, how) => set({ ...condition, value: next }, how)}
                onClose={acts.close}
              />
            ),
            subject?.kind === 'date' ? 'calendar' : subject?.choices || Array.isArray(value) ? 'chevronsUpDown' : null,
          )
        )}
        <span className={now} data-now="" dir="auto" title={answer ?? undefined}>
          {answer !== null && t('rules.now', { answer })}
        </span>
      </Row>
      {shownProblem && (
        <p className={trouble} id={`${cellId(id, place, 'row')}-problem`} data-read-only={readOnly || undefined}>
          <Icon name="circleAlert" />
          {t(`rules.problems.${shownProblem}`, { field })}
        </p>
      )}
    </>
  )
})

type FrameProps = RowProps & {
  rule: Rule
  place: Place
  name: string
  answer?: string | null
  children: ReactNode
}

/** A row: the word that joins it to the row before, its own truth, its cells, and the cell that removes it. */
function Row({ rule, place, combinator, size, here, name, answer, children }: FrameProps) {
  const { id, acts, subjects, answers, reader, readOnly } = useTree()
  const { t } = reader
  const index = place.at(-1)!
  // A condition that is not filled in neither holds nor fails.
  const [complete] = completeOf({ combinator: 'and', rules: [rule] }, subjects).rules
  const holds = answers && complete ? isTrue(complete, answers) : null
  const told = [
    name,
    ...(holds === null ? [] : [t(`rules.ofRow.${holds ? 'holds' : 'fails'}`)]),
    ...(answer ? [t('rules.now', { answer })] : []),
  ].join(', ')
  const has = (cell: Cell) => cellsOf(rule, place, readOnly).includes(cell)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the dialog handles the keys
    <div
      id={cellId(id, place, 'row')}
      {...ROW}
      aria-label={told}
      aria-level={place.length}
      aria-posinset={index + 1}
      aria-setsize={size}
      aria-expanded={isGroup(rule) ? true : undefined}
      {...stop(here?.cell === 'row')}
      className={row({ kind: isGroup(rule) ? 'group' : 'condition' })}
      data-active={here !== null || undefined}
      data-lifted={here?.isLifted || undefined}
      onClick={() => acts.focus(place, 'row')}
    >
      {!readOnly && (
        <span className={grip} data-lift="" aria-hidden="true">
          <Grip look={small} />
        </span>
      )}
      <span className={lead}>
        <span className={number} aria-hidden="true">
          {placeText(place)}
        </span>
        {has('combinator') ? (
          <ActCell
            here={here}
            name="combinator"
            place={place}
            label={t(`rules.swap.${combinator}`)}
            act={() => acts.swap(place.slice(0, -1))}
          >
            <span className={joint}>
              {t(`query.${combinator}`)}
              <Icon name="chevronDown" className={small} />
            </span>
          </ActCell>
        ) : index > 0 ? (
          <span aria-hidden="true">{t(`query.${combinator}`)}</span>
        ) : (
          place.length === 1 && <span aria-hidden="true">{t('rules.when')}</span>
        )}
      </span>
      <span className={truth} data-holds={holds || undefined}>
        {holds !== null && <Icon name={holds ? 'circleCheck' : 'minus'} />}
      </span>
      {children}
      {has('remove') && (
        <ActCell
          here={here}
          name="remove"
          place={place}
          label={`${t('rules.remove')}: ${name}`}
          act={() => acts.remove(place)}
        >
          <Icon name="x" className={small} />
        </ActCell>
      )}
    </div>
  )
}

type CellProps = { name: Cell; place: Place; here: Here | null; children: ReactNode }

/** A cell that opens for input. */
function EditCell({
  name,
  place,
  here,
  icon,
  isOpen,
  isWrong,
  editor,
  children,
}: CellProps & { icon: IconName | null; isOpen: boolean; isWrong: boolean; editor: () => ReactNode }) {
  const { id, acts, readOnly, reader } = useTree()
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the dialog handles the keys
    <div
      id={cellId(id, place, name)}
      {...CELL}
      data-cell={name}
      className={place0}
      {...(isOpen ? {} : stop(here?.cell === name))}
      aria-readonly={readOnly}
      aria-invalid={isWrong || undefined}
      aria-describedby={isWrong ? `${cellId(id, place, 'row')}-problem` : undefined}
      onClick={(event) => {
        event.stopPropagation()
        if (!isOpen) acts.focus(place, name, !readOnly)
      }}
    >
      {isOpen ? (
        editor()
      ) : (
        <span className={select} data-invalid={isWrong || undefined}>
          {children}
          {!readOnly && icon && <Icon name={icon} className={small} />}
          <span className={labelOf}>{reader.t(`rules.${name}`)}</span>
        </span>
      )}
    </div>
  )
}

/** A cell that acts at once. */
function ActCell({ name, place, here, label, act, children }: CellProps & { label: string; act: () => void }) {
  const { id } = useTree()
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the dialog handles the keys
    <div
      id={cellId(id, place, name)}
      {...CELL}
      data-cell={name}
      className={actCell}
      {...stop(here?.cell === name)}
      aria-label={label}
      onClick={(event) => {
        event.stopPropagation()
        act()
      }}
    >
      {children}
    </div>
  )
}

const row = cva({
  base: {
    position: 'relative',
    display: 'grid',
    alignItems: 'center',
    columnGap: '2',
    minHeight: '[40px]',
    paddingInlineEnd: '2',
    borderRadius: 'sm',
    _focusVisible: { outline: '2px solid token(colors.focus.ring)', outlineOffset: '[-2px]' },
    '&[data-active]': { background: 'bg.active', boxShadow: '[inset 2px 0 0 token(colors.accent.fg)]' },
    '&[data-lifted]': { background: 'bg.selected', boxShadow: 'popover' },
    _narrow: { gap: '2', padding: '2' },
  },
  variants: {
    kind: {
      condition: {
        gridTemplateColumns: '[72px 16px minmax(0, 1.45fr) minmax(0, 0.95fr) minmax(0, 1.25fr) minmax(0, 0.9fr) 24px]',
        _narrow: {
          gridTemplateColumns: '[auto 16px minmax(0, 1fr) 44px]',
          border: '1px solid token(colors.border.subtle)',
          '& > [role=gridcell]:not([data-cell=remove])': { gridColumn: '[1 / -1]' },
          '& > [data-now]': { gridArea: '[1 / 3]' },
          '& > [data-cell=remove]': { gridArea: '[1 / 4]' },
        },
      },
      group: {
        gridTemplateColumns: {
          base: '[72px 16px minmax(0, 1fr) auto 24px]',
          _narrow: '[auto 16px minmax(0, 1fr) auto 44px]',
        },
      },
    },
  },
})
const grip = css({
  position: 'absolute',
  insetInlineStart: '[-18px]',
  color: 'fg.subtle',
  opacity: '0',
  cursor: 'grab',
  padding: '0.5',
  '[data-lifting] &': { cursor: 'grabbing' },
  '[role=row]:hover > &, [data-active] > &, [data-lifted] > &': { opacity: '1' },
  _narrow: { display: 'none' },
})
const lead = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  paddingInlineStart: '2',
  color: 'fg.muted',
})
const number = css({ display: 'none', _narrow: { display: 'inline', textStyle: 'mono' } })
const joint = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1',
  minHeight: { base: 'controlSm', _narrow: 'touch' },
  paddingInline: '2',
  border: '1px solid token(colors.border.control)',
  borderRadius: 'sm',
  color: 'fg.default',
  fontWeight: 'medium',
})
const truth = css({ display: 'inline-flex', color: 'fg.muted', '&[data-holds]': { color: 'success.fg' } })
const place0 = css({
  minWidth: '0',
  borderRadius: 'sm',
  cursor: 'pointer',
  _focus: { outline: '2px solid token(colors.focus.ring)', outlineOffset: '[1px]' },
})
const actCell = css({
  display: 'grid',
  placeItems: 'center',
  justifySelf: 'start',
  minWidth: { base: 'controlSm', _narrow: 'touch' },
  minHeight: { base: 'controlSm', _narrow: 'touch' },
  borderRadius: 'sm',
  color: 'fg.muted',
  cursor: 'pointer',
  _hover: { color: 'fg.default' },
  _focus: { outline: '2px solid token(colors.focus.ring)', outlineOffset: '[1px]' },
})
const select = css({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  minHeight: { base: 'control', _narrow: 'touch' },
  paddingInline: '2.5',
  border: '1px solid token(colors.border.control)',
  borderRadius: 'sm',
  background: 'bg.surface',
  '& > svg': { color: 'fg.muted', flexShrink: '0' },
  '&[data-invalid]': { borderColor: 'danger.border' },
})
const cut = css({
  flex: '1',
  minWidth: '0',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  '&[data-missing]': { color: 'fg.subtle' },
})
const labelOf = css({ srOnly: true })
const tags = css({ display: 'flex', flex: '1', gap: '1', minWidth: '0' })
const tag = css({
  minWidth: '0',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  paddingInline: '1.5',
  borderRadius: 'xs',
  background: 'bg.muted',
  textStyle: 'small',
  lineHeight: 'sm',
})
const more = css({
  flexShrink: '0',
  paddingInline: '1.5',
  borderRadius: 'xs',
  background: 'bg.muted',
  textStyle: 'small',
  lineHeight: 'sm',
})
const noValue = css({ color: 'fg.subtle', paddingInlineStart: '0.5' })
const now = css({
  color: 'fg.muted',
  textStyle: 'small',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})
const small = css({ width: 'iconSm', height: 'iconSm' })
const strong = css({ fontWeight: 'semibold', color: 'fg.default' })
const groupHead = css({ paddingInlineStart: '2', color: 'fg.muted', minWidth: '0', overflowWrap: 'anywhere' })
const trouble = css({
  display: 'flex',
  alignItems: 'center',
  gap: '1.5',
  marginInlineStart: { base: '[104px]', _narrow: '0' },
  marginBottom: '1',
  color: 'danger.fg',
  textStyle: 'small',
})
// The line and the ground of a group begin behind the word that joins it, and are around its head as well. Deeper down
// there is no room for that: they begin below the head, so that no word is on the line.
const box = css({
  position: 'relative',
  minWidth: '0',
  marginBlock: '1',
  '&::before': {
    content: '""',
    position: 'absolute',
    insetBlock: '0',
    insetInlineStart: { base: '[102px]', _narrow: '0' },
    insetInlineEnd: '0',
    borderInlineStart: '2px solid token(colors.border.strong)',
    borderRadius: 'xs',
    background: 'bg.subtle',
  },
  '&[data-deep]::before': { display: { base: 'none', _narrow: 'block' } },
})
const inner = css({
  position: 'relative',
  marginInlineStart: { base: '[104px]', _narrow: '2' },
  paddingBottom: '1',
  '[data-deep] > &': {
    marginInlineStart: { base: '[24px]', _narrow: '2' },
    borderInlineStart: { base: '2px solid token(colors.border.strong)', _narrow: 'none' },
    background: { base: 'bg.subtle', _narrow: 'transparent' },
  },
})
