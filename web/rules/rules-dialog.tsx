import {
  memo,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { flushSync } from 'react-dom'
import { css } from 'styled-system/css'
import { evaluate, isGroup, MAX_QUERY_DEPTH, MAX_QUERY_RULES, type Answers, type Query } from '@tocsin/core/form/query'
import {
  completeOf,
  conditionProblem,
  countsOf,
  firstFailing,
  isTrue,
  namesOf,
  rulesOf,
  whyNotAdd,
  type Place,
  type Rule,
} from '@tocsin/core/form/query-edit'
import type { RuleSubject } from '@tocsin/core/form/query-subjects'
import { conditionText, groupName, querySentence } from '@tocsin/core/form/query-words'
import { capsOf } from '../keys/show'
import { keyboard, useKeys } from '../keys/use-keys'
import { ask } from '../notices/confirm'
import { usePreferences } from '../preferences'
import { QuerySentence } from '../record/query-sentence'
import { useDrag } from '../ui/use-drag'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { addFocusHome } from '../ui/focus'
import { Hints } from '../ui/hints'
import { Icon } from '../ui/icon'
import { Kbd } from '../ui/kbd'
import { srOnly } from '../ui/sr-only'
import { useT } from '../words'
import { cellId, placeText, RuleRows, TreeContext } from './rule-rows'
import { useRules } from './use-rules'
import './words'

export type { RuleSubject }

type Props = {
  title: string
  /** The rule as it is; null if there is none, so that something is always visible. */
  query: Query | null
  /** The subjects of conditions: only these are offered. */
  subjects: readonly RuleSubject[]
  /** The subjects that a rule may name by mistake, since they do not come before. */
  later?: readonly RuleSubject[]
  /** Returns a subject for a name that none has, such as a property that the client defines; null if there can be none. */
  makeSubject?: (name: string) => RuleSubject | null
  /** The answers to try the rule with. They count only where they are shown beside it. */
  answers: Answers
  /** The answers beside the rule, as controls. A function is given the rule as it is edited. */
  answersView?: ReactNode | ((query: Query) => ReactNode)
  readOnly?: boolean
  /** Takes the changed rule; null if nothing is left of it. The dialog closes afterwards. */
  onApply: (query: Query | null) => void
  onClose: () => void
}

/** The delay after which a changed rule is spoken, in milliseconds. */
const SPOKEN_AFTER = 600
const NONE: readonly RuleSubject[] = []

/** Shows and edits a rule of visibility by keys: a tree of conditions, its sentence, and what it comes to (FIELD-16). */
export function RulesDialog(props: Props) {
  const { title, query, subjects, later = NONE, readOnly = false } = props
  const t = useT()
  const id = useId()
  const rules = useRules(query, readOnly)
  const known = useSubjects(rules.query, subjects, later, props.makeSubject)
  const named = useMemo(() => [...known, ...later], [known, later])
  const description = useMemo(
    () => (
      <span className={sentence}>
        <QuerySentence query={rules.query} subjects={named} />
      </span>
    ),
    [rules.query, named],
  )
  const add = useRef<HTMLButtonElement>(null)
  const cell = () => document.getElementById(cellId(id, rules.at, rules.cell))
  const close = async () => {
    const mayClose =
      !rules.isChanged ||
      (await ask({
        title: (words) => words('rules.drop'),
        detail: (words) => words('rules.dropHow'),
        verb: (words) => words('rules.discard'),
        danger: true,
      }))
    if (mayClose) props.onClose()
  }
  return (
    <Dialog
      open
      title={title}
      size="editor"
      // Esc goes back one step at a time, and a click beside the dialog would lose the changes.
      closable={false}
      initialFocus={() => cell() ?? add.current}
      description={description}
      onClose={() => void close()}
    >
      <Editor
        {...props}
        {...{ id, t, rules, known, later, named, readOnly, add }}
        onDone={props.onClose}
        onClose={() => void close()}
      />
    </Dialog>
  )
}

/** Returns the subjects, with those that are made for the names in the rule. */
function useSubjects(
  query: Query,
  subjects: readonly RuleSubject[],
  later: readonly RuleSubject[],
  make: Props['makeSubject'],
) {
  return useMemo(() => {
    const others = namesOf(query).filter((name) => ![...subjects, ...later].some((one) => one.name === name))
    return [...subjects, ...others.flatMap((name) => make?.(name) ?? [])]
  }, [query, subjects, later, make])
}

type EditorProps = Props & {
  id: string
  t: ReturnType<typeof useT>
  rules: ReturnType<typeof useRules>
  /** The subjects that are offered, and those that conditions are named by. */
  known: readonly RuleSubject[]
  named: readonly RuleSubject[]
  later: readonly RuleSubject[]
  readOnly: boolean
  add: RefObject<HTMLButtonElement | null>
  /** Closes the dialog without a question. */
  onDone: () => void
}

function Editor({ id, t, rules, known, later, named, readOnly, add, makeSubject, ...props }: EditorProps) {
  const { onApply, onClose } = props
  const { locale } = usePreferences()
  const reader = useMemo(() => ({ t, locale }), [t, locale])
  const answers = props.answersView === undefined ? null : props.answers
  const [isChecked, setChecked] = useState(false)
  const [isShown, setShown] = useState(false)
  const main = useRef<HTMLDivElement>(null)
  const tree = useRef<HTMLDivElement>(null)
  const beside = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const { query, lifted } = rules
  const heard = useHeard(query, () => querySentence(query, named, reader))
  const cell = () => document.getElementById(cellId(id, rules.at, rules.cell))

  const { hasFocus, isOpen } = rules
  const place = placeText(rules.at)
  useLayoutEffect(() => {
    if (!hasFocus || isOpen) return
    const element = document.getElementById(cellId(id, rules.at, rules.cell)) ?? add.current
    element?.focus({ preventScroll: true })
    element?.scrollIntoView({ block: 'nearest' })
    // oxlint-disable-next-line react/exhaustive-deps -- the place is compared by its text
  }, [id, place, rules.cell, query, hasFocus, isOpen])
  const home = useRef(cell)
  useEffect(() => {
    home.current = cell
  })
  // After the home of the dialog itself, which would give the focus to the frame.
  useEffect(() => addFocusHome(() => home.current() ?? add.current, true), [add])

  const nameOf = (rule: Rule) =>
    isGroup(rule) ? groupName(rules.at, rule, t) : `${placeText(rules.at)}, ${conditionText(rule, named, reader)}`
  const activeRule = rules.rows.find((row) => placeText(row.place) === place)?.rule
  const tell = (key: string) => activeRule && heard.say(t(`rules.${key}`, { name: nameOf(activeRule) }))

  const isIn = (part: typeof main) => part.current?.contains(document.activeElement) === true
  /** Makes a handler of a key that acts in the tree alone. */
  const inTree = (run: () => void) => () => {
    if (!isIn(tree) || rules.rows.length === 0) return false
    run()
    return true
  }
  /** Makes a handler of a key that changes the rule, from the tree or from the buttons under it. */
  const changing = (run: () => void) => () => {
    if (readOnly || lifted || !isIn(main)) return false
    run()
    return true
  }
  const move = (by: 1 | -1) => {
    if (!lifted) return rules.step(by)
    const to = rules.move(by)
    if (typeof to === 'string') heard.say(t(`rules.${to === 'first' ? 'isFirst' : 'isLast'}`))
  }
  // A moved rule is named with its new place.
  useEffect(() => {
    if (lifted) tell('lifted')
    // oxlint-disable-next-line react/exhaustive-deps -- once for each place
  }, [lifted === null, place])
  const drop = () => {
    tell('dropped')
    rules.drop()
  }
  const openCell = () => {
    if (lifted) drop()
    else if (readOnly) return
    else if (rules.cell === 'combinator') rules.acts.swap(rules.at.slice(0, -1))
    else if (rules.cell === 'remove') rules.acts.remove(rules.at)
    else if (rules.cell === 'row') rules.stepCell(1)
    else rules.open()
  }
  const drag = useDrag<Place>({
    scroller,
    source: { at: (index) => rules.rows[index]?.place },
    headHeight: 0,
    isLifted: lifted !== null,
    onLift: readOnly ? undefined : rules.lift,
    onMoveTo: rules.moveTo,
    onDrop: drop,
  })
  // A row knows its place in the tree. The number by which it is dragged is that among all rows.
  useLayoutEffect(() => {
    for (const [index, row] of (tree.current?.querySelectorAll<HTMLElement>('[role=row]') ?? []).entries())
      row.dataset['index'] = String(index)
  }, [query])
  useKeys('list', {
    down: inTree(() => move(1)),
    up: inTree(() => move(-1)),
    first: inTree(() => !lifted && rules.step(-rules.rows.length)),
    last: inTree(() => !lifted && rules.step(rules.rows.length)),
    lift: inTree(() => {
      if (readOnly) return
      if (lifted) openCell()
      else rules.lift()
    }),
    delete: () => isIn(tree) && changing(() => rules.acts.remove(rules.at))(),
  })
  useKeys('row', {
    open: inTree(openCell),
    intoCells: inTree(() => !lifted && rules.stepCell(1)),
    outOfCells: inTree(() => !lifted && rules.stepCell(-1)),
  })
  const why = { condition: whyNotAdd(query, rules.at, 'condition'), group: whyNotAdd(query, rules.at, 'group') }
  const fullText = (reason: 'rules' | 'depth' | null) =>
    reason && t(`rules.full.${reason}`, { max: reason === 'rules' ? MAX_QUERY_RULES : MAX_QUERY_DEPTH })
  const addOne = (what: 'condition' | 'group') => {
    const refused = what === 'condition' ? rules.addCondition() : rules.addGroup()
    if (refused === 'rules' || refused === 'depth') heard.say(fullText(refused)!)
  }
  const apply = () => {
    setChecked(true)
    for (const { rule, place: at } of rules.rows) {
      const problem = isGroup(rule) ? null : conditionProblem(rule, known, later)
      if (problem) return rules.acts.focus(at, problem === 'noValue' ? 'value' : 'field')
    }
    onApply(query.rules.length === 0 ? null : query)
    props.onDone()
  }
  const toAnswers = () => {
    flushSync(() => setShown(true))
    // The focus passes over the parts above the answers.
    const inner = [...(beside.current?.querySelectorAll('[data-answers]') ?? [])].at(-1)
    const first = inner?.querySelector<HTMLElement>('input:checked, input, select, textarea, button, [tabindex="0"]')
    ;(first ?? beside.current)?.focus()
  }
  const toRule = () => {
    setShown(false)
    ;(cell() ?? add.current)?.focus()
  }
  useKeys('overlay', {
    save: () => {
      if (readOnly) return false
      apply()
      return true
    },
    undo: changing(() => {
      const undone = rules.undo()
      heard.say(
        undone ? t('rules.undone', { sentence: querySentence(undone, named, reader) }) : t('rules.nothingToUndo'),
      )
    }),
    addCondition: changing(() => addOne('condition')),
    addGroup: changing(() => addOne('group')),
    swapCombinator: () => isIn(tree) && changing(() => rules.rows.length > 0 && rules.acts.swap(rules.at))(),
    answers: () => {
      if (props.answersView === undefined || !isIn(main)) return false
      toAnswers()
      return true
    },
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (beside.current?.contains(event.target as Node)) toRule()
    else if (lifted) {
      tell('putBack')
      rules.putBack()
    } else onClose()
  }

  const counts = countsOf(query)
  const hints = lifted
    ? ([
        [['J', 'K'], t('rules.hints.move')],
        [capsOf('Space', keyboard), t('rules.hints.drop')],
        [['Esc'], t('rules.hints.back')],
      ] as const)
    : ([
        [['J', 'K'], t('rules.hints.move')],
        [['→'], t('rules.hints.cells')],
        ...(readOnly
          ? []
          : ([
              [['T'], t('rules.hints.swap')],
              [capsOf('Space', keyboard), t('rules.hints.reorder')],
              [capsOf('Delete', keyboard), t('rules.hints.remove')],
              [['Z'], t('rules.hints.undo')],
            ] as const)),
      ] as const)

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Esc of everything within
    <div className={frame} onKeyDown={onKeyDown}>
      <div className={left} ref={main}>
        <div className={body}>
          {answers && <Truth {...{ query, answers, known: named, reader }} />}
          <div className={scrolled} data-scrolled="" data-lifting={lifted ? '' : undefined} ref={scroller} {...drag}>
            <TreeContext
              value={useMemo(
                () => ({
                  id,
                  acts: rules.acts,
                  subjects: known,
                  later,
                  makeSubject,
                  answers,
                  reader,
                  readOnly,
                  isChecked,
                }),
                [id, rules.acts, known, later, makeSubject, answers, reader, readOnly, isChecked],
              )}
            >
              {rules.rows.length === 0 ? (
                <p className={none}>{t('rules.always')}</p>
              ) : (
                <div role="treegrid" aria-label={t('rules.conditions')} aria-readonly={readOnly} ref={tree}>
                  <RuleRows
                    group={query}
                    place={[]}
                    focus={{ at: rules.at, cell: rules.cell, isOpen, isLifted: lifted !== null }}
                  />
                </div>
              )}
            </TreeContext>
            {!readOnly && (
              <div className={adds}>
                <Button
                  ref={add}
                  look="quiet"
                  icon="plus"
                  keys={['C']}
                  blocked={fullText(why.condition)}
                  onClick={() => addOne('condition')}
                >
                  {t('rules.condition')}
                </Button>
                <Button
                  look="quiet"
                  icon="brackets"
                  keys={capsOf('Shift+C', keyboard)}
                  blocked={fullText(why.group)}
                  onClick={() => addOne('group')}
                >
                  {t('rules.group')}
                </Button>
              </div>
            )}
          </div>
        </div>
        <div className={foot}>
          <span className={hinted}>
            <Hints of={hints} />
          </span>
          <span className={count}>
            {t('rules.conditionsOf', { count: counts.conditions, max: MAX_QUERY_RULES })}
            {counts.groups > 0 && `, ${t('rules.groups', { count: counts.groups })}`}
          </span>
          {props.answersView !== undefined && (
            <span className={onlySmall}>
              <Button keys={['V']} onClick={toAnswers}>
                {t('rules.toAnswers')}
              </Button>
            </span>
          )}
          {readOnly ? (
            <Button ref={add} keys={['Esc']} onClick={onClose}>
              {t('rules.close')}
            </Button>
          ) : (
            <>
              <Button keys={['Esc']} onClick={onClose}>
                {t('rules.cancel')}
              </Button>
              <Button look="primary" keys={capsOf('Mod+Enter', keyboard)} onClick={apply}>
                {t('rules.apply')}
              </Button>
            </>
          )}
        </div>
        <output className={srOnly}>{heard.text}</output>
      </div>
      {props.answersView !== undefined && (
        <section
          className={aside}
          ref={beside}
          data-beside=""
          data-shown={isShown || undefined}
          aria-label={t('rules.answersOf')}
          tabIndex={-1}
        >
          <div className={asideHead}>
            <h3 className={asideTitle}>{t('rules.answers')}</h3>
            <Kbd keys={['V']} />
            <span className={onlySmall}>
              <Button icon="x" look="quiet" iconOnly onClick={toRule}>
                {t('rules.toRule')}
              </Button>
            </span>
          </div>
          <div data-answers="">
            {typeof props.answersView === 'function' ? props.answersView(query) : props.answersView}
          </div>
        </section>
      )}
    </div>
  )
}

/** The text for screen readers: the rule some time after a change, and each act at once. */
function useHeard(query: Query, sentence: () => string) {
  const [text, setText] = useState('')
  const latest = useRef(sentence)
  useEffect(() => {
    latest.current = sentence
  })
  const first = useRef(query)
  useEffect(() => {
    if (first.current === query) return undefined
    const timer = setTimeout(() => setText(latest.current()), SPOKEN_AFTER)
    return () => clearTimeout(timer)
  }, [query])
  return { text, say: setText }
}

type TruthProps = {
  query: Query
  answers: Answers
  known: readonly RuleSubject[]
  reader: { t: ReturnType<typeof useT>; locale: ReturnType<typeof usePreferences>['locale'] }
}

/** Whether the rule holds for the answers beside it, and the first condition that does not. */
const Truth = memo(function Truth({ query: whole, answers, known, reader }: TruthProps) {
  const { t } = reader
  const query = completeOf(whole, known)
  const isVisible = evaluate(query, answers)
  const conditions = rulesOf(query).flatMap(({ rule }) => (isGroup(rule) ? [] : rule))
  const held = conditions.filter((rule) => isTrue(rule, answers)).length
  const failing = firstFailing(query, answers)
  return (
    <output className={truth} data-visible={isVisible || undefined}>
      <Icon name={isVisible ? 'eye' : 'eyeOff'} />
      <span className={truthText}>
        {t('rules.withAnswers')} <b className={strong}>{t(isVisible ? 'rules.visible' : 'rules.hidden')}</b>
        {failing && `. ${t('rules.because', { condition: conditionText(failing, known, reader) })}`}
      </span>
      {conditions.length > 0 && <span>{t('rules.hold', { held, count: conditions.length })}</span>}
    </output>
  )
})

// A long rule would leave no room for its conditions. A screen reader hears all of it.
const sentence = css({ lineClamp: '4', '@media (max-height: 600px)': { lineClamp: '2' } })
const frame = css({ display: 'flex', flex: '1', minHeight: '0', minWidth: '0' })
const left = css({
  display: 'flex',
  flexDirection: 'column',
  flex: '1',
  minHeight: '0',
  minWidth: '0',
})
const body = css({
  display: 'flex',
  flexDirection: 'column',
  gap: '3',
  flex: '1',
  minHeight: '0',
  marginInline: { base: '-6', _narrow: '-4' },
  paddingInline: { base: '6', _narrow: '4' },
  // Without height the truth scrolls away as well.
  '@media (max-height: 600px)': { overflow: 'auto' },
})
const scrolled = css({
  flex: '1',
  minHeight: '0',
  overflow: 'auto',
  marginInline: { base: '-6', _narrow: '-4' },
  paddingInline: { base: '6', _narrow: '4' },
  paddingBlock: '2',
  borderTop: '1px solid token(colors.border.subtle)',
  '@media (max-height: 600px)': { flexShrink: '0', overflow: 'visible' },
})
const none = css({ color: 'fg.muted', paddingBlock: '2' })
const adds = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '1',
  marginTop: '1',
  marginInlineStart: { base: '[68px]', _narrow: '0' },
})
const foot = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: '2',
  flexShrink: '0',
  marginInline: { base: '-6', _narrow: '-4' },
  marginBottom: { base: '-6', _narrow: '-4' },
  paddingInline: { base: '6', _narrow: '4' },
  paddingBlock: '2.5',
  borderTop: '1px solid token(colors.border.subtle)',
  background: 'bg.sidebar',
})
const hinted = css({
  marginInlineEnd: 'auto',
  '& > div': { marginInlineStart: '0', flexWrap: 'wrap' },
  // The room is for the conditions.
  '@media (max-width: 899px)': { display: 'none' },
})
const count = css({ color: 'fg.muted', marginInlineEnd: '2' })
const onlySmall = css({ '@media (min-width: 1200px)': { display: 'none' } })
const truth = css({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '2',
  flexShrink: '0',
  minHeight: 'row',
  paddingInline: '3',
  paddingBlock: '1.5',
  borderRadius: 'sm',
  background: 'bg.muted',
  color: 'fg.muted',
  '&[data-visible]': { background: 'success.subtle', color: 'success.fg' },
})
const truthText = css({ flex: '[1 1 200px]', minWidth: '0', overflowWrap: 'anywhere' })
const strong = css({ fontWeight: 'semibold' })
const aside = css({
  position: 'fixed',
  insetBlock: '0',
  insetInlineEnd: '0',
  width: '[368px]',
  maxWidth: '[100vw]',
  overflow: 'auto',
  padding: '4',
  borderInlineStart: '1px solid token(colors.border.default)',
  background: 'bg.canvas',
  boxShadow: 'popover',
  outline: '[0]',
  '@media (max-width: 1199px)': { zIndex: 'modal', '&:not([data-shown])': { display: 'none' } },
})
const asideHead = css({ display: 'flex', alignItems: 'center', gap: '2', minHeight: 'control', marginBottom: '3' })
const asideTitle = css({ textStyle: 'title' })
