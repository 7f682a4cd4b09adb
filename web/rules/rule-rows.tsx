import { createContext, useContext, type ReactNode } from 'react'
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
import { OptionsBox } from './options-box'
import { cellsOf, type Cell, type Rules } from './use-rules'
import { ValueEditor } from './value-editor'
import './words'

// The roles of elements whose keys the dialog handles.
const ROW = { role: 'row' } as const
const CELL = { role: 'gridcell' } as const
/** The tree is one stop of Tab: where the focus was last. */
const stop = (isHere: boolean) => ({ tabIndex: isHere ? 0 : -1 })

/** What every row of the tree needs. */
type Tree = {
  id: string
  rules: Rules
  subjects: readonly RuleSubject[]
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

/** The rows of a group. */
export function RuleRows({ group, place }: { group: Query; place: Place }) {
  return group.rules.map((rule, at) => {
    const here = [...place, at]
    return isGroup(rule) ? (
      <GroupRows key={at} group={rule} place={here} outer={group} />
    ) : (
      <ConditionRow key={at} condition={rule} place={here} outer={group} />
    )
  })
}

type RowProps = { place: Place; outer: Query }

function GroupRows({ group, place, outer }: RowProps & { group: Query }) {
  const { subjects, reader, answers } = useTree()
  const { t } = reader
  const [word, rest] = group.combinator === 'and' ? ['all', 'allHold'] : ['any', 'anyHolds']
  const { rules: complete } = completeOf(group, subjects)
  const held = answers ? complete.filter((rule) => isTrue(rule, answers)).length : 0
  return (
    <div className={box} data-deep={place.length > 2 || undefined}>
      <Row rule={group} place={place} outer={outer} name={groupName(place, group, t)}>
        <span className={groupHead} {...CELL}>
          {t('rules.groupIs')} <b className={strong}>{t(`rules.${word}`)}</b> {t(`rules.${rest}`)}
        </span>
        <span className={now}>{answers && t('rules.some', { held, total: complete.length })}</span>
      </Row>
      <div className={inner}>
        <RuleRows group={group} place={place} />
      </div>
    </div>
  )
}

function ConditionRow({ condition, place, outer }: RowProps & { condition: Comparison }) {
  const { id, rules, subjects, makeSubject, answers, reader, readOnly, isChecked } = useTree()
  const { t } = reader
  const { field, operator, value } = condition
  const subject = subjects.find(({ name }) => name === field)
  const problem = conditionProblem(condition, subjects)
  // A field that is gone is told at once: nobody forgot it.
  const shownProblem = problem !== null && (isChecked || problem === 'gone') ? problem : null
  const wrong = shownProblem && (shownProblem === 'noValue' ? 'value' : 'field')
  const answer = answers && field !== '' ? (answerText(answers[field], subject, reader) ?? t('rules.empty')) : null
  const text = conditionText(condition, subjects, reader)
  const isOpen = (cell: Cell) => rules.isOpen && rules.cell === cell && isSamePlace(rules.at, place)
  const set = (next: Comparison, how?: 'stays' | 'left') => rules.setCondition(place, next, how)
  const cell = (name: Cell, content: ReactNode, editor: () => ReactNode, icon: IconName | null = 'chevronsUpDown') => (
    <EditCell name={name} place={place} icon={icon} isOpen={isOpen(name)} isWrong={wrong === name} editor={editor}>
      {content}
    </EditCell>
  )
  const operators = operatorsFor(subject)
  const offered = operators.includes(operator) ? operators : [operator, ...operators]
  const values = (Array.isArray(value) ? value : [value]) as unknown[]
  const isMissing = isEmpty(value)

  return (
    <>
      <Row rule={condition} place={place} outer={outer} name={`${placeText(place)}, ${text}`} answer={answer}>
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
              onClose={rules.close}
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
            onClose={rules.close}
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
                onClose={rules.close}
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
}

type FrameProps = RowProps & { rule: Rule; name: string; answer?: string | null; children: ReactNode }

/** A row: the word that joins it to the row before, its own truth, its cells, and the cell that removes it. */
function Row({ rule, place, outer, name, answer, children }: FrameProps) {
  const { id, rules, subjects, answers, reader, readOnly } = useTree()
  const { t } = reader
  const isActive = isSamePlace(rules.at, place)
  const index = place.at(-1)!
  // What is still to be filled in neither holds nor fails.
  const [complete] = completeOf({ combinator: 'and', rules: [rule] }, subjects).rules
  const holds = answers && complete ? isTrue(complete, answers) : null
  const told = [
    name,
    ...(holds === null ? [] : [t(`rules.ofRow.${holds ? 'holds' : 'fails'}`)]),
    ...(answer ? [t('rules.now', { answer })] : []),
  ].join(', ')
  const has = (cell: Cell) => cellsOf(rules.query, place, readOnly).includes(cell)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the dialog handles the keys
    <div
      id={cellId(id, place, 'row')}
      {...ROW}
      aria-label={told}
      aria-level={place.length}
      aria-posinset={index + 1}
      aria-setsize={outer.rules.length}
      aria-expanded={isGroup(rule) ? true : undefined}
      {...stop(isActive && rules.cell === 'row')}
      className={row({ kind: isGroup(rule) ? 'group' : 'condition' })}
      data-active={isActive || undefined}
      data-lifted={(isActive && rules.lifted !== null) || undefined}
      onClick={() => rules.focus(place, 'row')}
    >
      <span className={lead}>
        <span className={number} aria-hidden="true">
          {placeText(place)}
        </span>
        {has('combinator') ? (
          <ActCell
            name="combinator"
            place={place}
            label={t(`rules.swap.${outer.combinator}`)}
            act={() => rules.swap(place.slice(0, -1))}
          >
            <span className={joint}>
              {t(`query.${outer.combinator}`)}
              <Icon name="chevronDown" className={small} />
            </span>
          </ActCell>
        ) : index > 0 ? (
          <span aria-hidden="true">{t(`query.${outer.combinator}`)}</span>
        ) : (
          place.length === 1 && <span aria-hidden="true">{t('rules.when')}</span>
        )}
      </span>
      <span className={truth} data-holds={holds || undefined}>
        {holds !== null && <Icon name={holds ? 'circleCheck' : 'minus'} />}
      </span>
      {children}
      {has('remove') && (
        <ActCell name="remove" place={place} label={`${t('rules.remove')}: ${name}`} act={() => rules.remove(place)}>
          <Icon name="x" className={small} />
        </ActCell>
      )}
    </div>
  )
}

type CellProps = { name: Cell; place: Place; children: ReactNode }

/** A cell that opens for input. */
function EditCell({
  name,
  place,
  icon,
  isOpen,
  isWrong,
  editor,
  children,
}: CellProps & { icon: IconName | null; isOpen: boolean; isWrong: boolean; editor: () => ReactNode }) {
  const { id, rules, readOnly, reader } = useTree()
  const isActive = isSamePlace(rules.at, place) && rules.cell === name
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the dialog handles the keys
    <div
      id={cellId(id, place, name)}
      {...CELL}
      data-cell={name}
      className={place0}
      {...(isOpen ? {} : stop(isActive))}
      aria-readonly={readOnly}
      aria-invalid={isWrong || undefined}
      aria-describedby={isWrong ? `${cellId(id, place, 'row')}-problem` : undefined}
      onClick={(event) => {
        event.stopPropagation()
        if (!isOpen) rules.focus(place, name, !readOnly)
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
function ActCell({ name, place, label, act, children }: CellProps & { label: string; act: () => void }) {
  const { id, rules } = useTree()
  const isActive = isSamePlace(rules.at, place) && rules.cell === name
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the dialog handles the keys
    <div
      id={cellId(id, place, name)}
      {...CELL}
      data-cell={name}
      className={actCell}
      {...stop(isActive)}
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
// The line and the ground of a group begin behind the word that joins it, and are around its head as well.
const box = css({
  position: 'relative',
  minWidth: '0',
  marginBlock: '1',
  '&::before': {
    content: '""',
    position: 'absolute',
    insetBlock: '0',
    insetInlineStart: '[102px]',
    insetInlineEnd: '0',
    borderInlineStart: '2px solid token(colors.border.strong)',
    borderRadius: 'xs',
    background: 'bg.subtle',
  },
  '&[data-deep]::before': { insetInlineStart: '[24px]' },
  _narrow: { '&::before, &[data-deep]::before': { insetInlineStart: '0' } },
})
const inner = css({
  position: 'relative',
  marginInlineStart: '[104px]',
  paddingBottom: '1',
  '[data-deep] > &': { marginInlineStart: '[26px]' },
  _narrow: { marginInlineStart: '2' },
})
