import { useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { css } from 'styled-system/css'
import { shownFields } from '@tocsin/core/form/pages'
import { visibilityQuery } from '@tocsin/core/form/schema-rules'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import { startingAnswers } from '../forms/answers'
import { focusAnswer } from '../forms/focus-answer'
import { FormView } from '../forms/form-view'
import { useAnswers } from '../forms/use-answers'
import { usePreferences } from '../preferences'
import { valueAt } from '../record/field-at'
import { Button } from '../ui/button'
import { Chip } from '../ui/chip'
import { Icon } from '../ui/icon'
import { Kbd } from '../ui/kbd'
import { useLatest } from '../ui/use-latest'
import { useT } from '../words'
import { Segments } from './segments'
import type { Builder } from './use-builder'
import type { Facts } from './use-facts'
import { idOf, readAsOf, type Fields } from './fields'
import { followingAnswers } from './live-answers'

const isQuery = visibilityQuery()

/** Returns fields as they can be shown: a rule that cannot be read is left out. */
const readable = (fields: Fields): Fields =>
  fields.map((field) =>
    isQuery(field.options?.['visibleIfQuery'], {}) === null
      ? field
      : { ...field, options: { ...field.options, visibleIfQuery: null } },
  )

export type Live = ReturnType<typeof useLive>

/** Holds the answers of the form that is edited. They stay while its fields change. */
export function useLive({ form: draft, path, read: now }: Facts) {
  // A key in the open field does not wait for the form beside it.
  const fields = useDeferredValue(now)
  const title = valueAt(draft.values, path.replace(/\.[^.]+$/, '.title'))
  const form = useMemo(
    () => ({ title: typeof title === 'string' && title !== '' ? title : null, fields: readable(fields) }),
    [title, fields],
  )
  const state = useAnswers(form)
  /** The fields that the last answer brought in. */
  const [appeared, setAppeared] = useState<ReadonlySet<string>>(new Set())
  const [round, setRound] = useState(0)
  const { answers, setAnswer } = state
  /** The fields that were answered here. */
  const [touched] = useState(() => new Set<number>())
  const answersNow = useLatest(answers)
  const before = useRef(fields)
  useLayoutEffect(() => {
    const changes = followingAnswers(before.current, fields, answersNow(), touched)
    before.current = fields
    for (const [name, answer] of Object.entries(changes)) setAnswer(name, answer)
  }, [fields, touched, answersNow, setAnswer])
  return {
    form,
    /** True while a change of the fields is not drawn yet. */
    isBehind: fields !== now,
    state,
    appeared,
    round,
    answer: (to: string, value: unknown) => {
      const before = new Set(shownFields(form.fields, answers).map(({ name }) => name))
      const after = shownFields(form.fields, { ...answers, [to]: value }).map(({ name }) => name)
      setAppeared(new Set(after.filter((one) => !before.has(one))))
      const field = fields.find(({ name }) => name === to)
      if (field) touched.add(idOf(field))
      setAnswer(to, value)
    },
    /** Begins anew, with the default values. */
    clear: () => {
      touched.clear()
      const starting = startingAnswers(form)
      for (const one of Object.keys({ ...answers, ...starting })) setAnswer(one, starting[one])
      setAppeared(new Set())
      setRound(round + 1)
    },
  }
}

type Props = {
  builder: Builder
  live: Live
  /** Increases when the focus is to go to the form. */
  asked: number
  onBack: () => void
}

/** The form itself, to be filled in while it is edited. Nothing is sent. */
export function LiveForm({ builder, live, asked, onBack }: Props) {
  const t = useT()
  const { locale } = usePreferences()
  const root = useRef<HTMLDivElement>(null)
  const { form, state, appeared, round } = live
  const { answers, pages, page, goTo } = state
  const { read: fields } = builder.facts
  const name = builder.open && readAsOf(builder.open)
  const pageOfOpen = pages.findIndex((one) => one.some((field) => field.name === name))
  useEffect(() => {
    if (pageOfOpen >= 0) goTo(pageOfOpen)
    // oxlint-disable-next-line react/exhaustive-deps -- another open field leads to its page, though it be the same one
  }, [name, pageOfOpen, goTo])
  const answered = useRef(0)
  useEffect(() => {
    // A change of the fields may not be drawn yet, nor the page of the open one.
    if (asked === answered.current || live.isBehind || !root.current) return
    if (pageOfOpen >= 0 && pageOfOpen !== page) return goTo(pageOfOpen)
    answered.current = asked
    if (name !== undefined && root.current.querySelector(`[data-answer="${CSS.escape(name)}"]`))
      focusAnswer(root.current, name)
    else root.current.querySelector<HTMLElement>('input, select, textarea, button')?.focus()
  }, [asked, live.isBehind, pageOfOpen, page, goTo, name])

  const enter = (to: string) => {
    const at = fields.findIndex((field) => field.name === to)
    if (at >= 0 && at !== builder.at) builder.show(at)
  }
  const given = Object.entries(answers).filter(([, value]) => value !== undefined)
  return (
    <>
      <div className={head}>
        <span className={onlyDrawn}>
          <Button look="quiet" icon="chevronLeft" iconOnly onClick={onBack}>
            {t('builder.back')}
          </Button>
        </span>
        <h2 className={heading}>
          {t('builder.live.title')} <Kbd keys={['V']} />
        </h2>
        {pages.length > 1 && (
          <Segments
            label={t('builder.live.pages')}
            options={pages.map((_, number) => [number, formatNumber(locale, number + 1)] as const)}
            value={page}
            onChange={goTo}
          />
        )}
        <Button look="quiet" size="small" icon="undo" iconOnly onClick={live.clear}>
          {t('builder.live.clear')}
        </Button>
      </div>
      <div className={body} ref={root}>
        <div className={paper}>
          <div className={paperHead}>
            <h3 className={paperTitle} dir="auto">
              {form.title ?? t('builder.live.untitled')}
            </h3>
            <p className={quiet}>
              {pages.length > 1 && `${t('builder.live.page', { at: page + 1, total: pages.length })} · `}
              {t('builder.live.required')}
            </p>
          </div>
          {pages.length > 0 && (
            <div className={questions}>
              <FormView
                key={round}
                form={form}
                answers={answers}
                fields={state.fields}
                problems={state.problems}
                onAnswer={live.answer}
                marked={name}
                onEnterField={enter}
                note={(one) =>
                  appeared.has(one) ? (
                    <Chip tone="outlined">
                      <Icon name="split" className={tiny} /> {t('builder.live.appeared')}
                    </Chip>
                  ) : null
                }
              />
            </div>
          )}
          {pages.length > 0 && (
            <div className={paperFoot}>
              {page > 0 && <Button onClick={state.back}>{t('builder.live.back')}</Button>}
              <Button
                onClick={() => {
                  const step = state.next()
                  builder.say(
                    t(`builder.live.${step.to === 'end' ? 'ends' : step.to === 'problem' ? 'wrong' : 'checked'}`),
                  )
                }}
              >
                {t('builder.live.next')} <Icon name="chevronRight" />
              </Button>
            </div>
          )}
        </div>
        <details className={details}>
          <summary className={summary}>{t('builder.live.answers', { count: given.length })}</summary>
          <pre className={json}>{JSON.stringify(Object.fromEntries(given), null, 2)}</pre>
        </details>
      </div>
    </>
  )
}

const head = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  flexShrink: '0',
  minHeight: '[44px]',
  paddingInline: '4',
  borderBottom: '1px solid token(colors.border.subtle)',
})
const onlyDrawn = css({ display: 'inline-flex', '@container builder (min-width: 1000px)': { display: 'none' } })
const heading = css({ flex: '1', textStyle: 'title', display: 'flex', alignItems: 'center', gap: '2' })
const body = css({
  contain: 'layout paint style',
  flex: '1',
  minHeight: '0',
  overflow: 'auto',
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  gap: '3',
  padding: '4',
})
const paper = css({
  flexShrink: '0',
  border: '1px solid token(colors.border.default)',
  borderRadius: 'lg',
  background: 'bg.surface',
  boxShadow: 'raised',
})
const paperHead = css({ padding: '4', borderBottom: '1px solid token(colors.border.subtle)' })
const paperTitle = css({ textStyle: 'title', fontSize: 'lg', lineHeight: 'lg' })
const quiet = css({ textStyle: 'small', color: 'fg.muted' })
const questions = css({
  padding: '4',
  // Of a long page few questions are in view. What opens over a question is not cut off.
  '& [data-answer]:not(:focus-within)': { contentVisibility: 'auto', containIntrinsicHeight: '[auto 60px]' },
})
const paperFoot = css({
  display: 'flex',
  justifyContent: 'flex-end',
  gap: '2',
  paddingInline: '4',
  paddingBlock: '2.5',
  borderTop: '1px solid token(colors.border.subtle)',
})
const tiny = css({ width: 'thumb', height: 'thumb', display: 'inline-block', verticalAlign: '[-1px]' })
const details = css({
  flexShrink: '0',
  border: '1px solid token(colors.border.subtle)',
  borderRadius: 'md',
  background: 'bg.surface',
})
const summary = css({
  minHeight: { base: 'control', _narrow: 'touch' },
  display: 'flex',
  alignItems: 'center',
  paddingInline: '3',
  textStyle: 'small',
  fontWeight: 'medium',
  cursor: 'pointer',
})
const json = css({
  padding: '3',
  paddingTop: '0',
  textStyle: 'mono',
  overflowX: 'auto',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
})
