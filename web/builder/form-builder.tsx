import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { css } from 'styled-system/css'
import { fold } from '@tocsin/core/base/fold'
import { fieldTypes } from '@tocsin/core/form/field-options'
import { MAX_FIELDS, MAX_FORM } from '@tocsin/core/form/limits'
import { loadPatterns } from '@tocsin/core/form/patterns'
import { useFlags } from '../data/flags'
import type { Form } from '../form/use-draft'
import { useKeys } from '../keys/use-keys'
import { usePreferences } from '../preferences'
import { ArrangingBar } from '../table/arranging-bar'
import { Button } from '../ui/button'
import { mayMoveFocus } from '../ui/focus'
import { input } from '../ui/input-look'
import { srOnly } from '../ui/sr-only'
import { State } from '../ui/state'
import { useLatest } from '../ui/use-latest'
import { useT } from '../words'
import { FieldList } from './field-list'
import { FieldPanel, usePanelName } from './field-panel'
import { FieldRules } from './field-rules'
import { idOf } from './fields'
import { LiveForm, useLive, type Live } from './live-form'
import type { Reach } from './reach'
import { Trouble } from './trouble'
import { TypeDialog } from './type-dialog'
import { useBuilder } from './use-builder'
import { nameOf, useFacts, type Facts } from './use-facts'
import './words'

type Props = {
  form: Form
  /** The path of the list of fields in the record: `schema.fields`. */
  path: string
  reach?: Reach
}

/** Edits the fields of a form: their list, the open one, and the form itself, which can be filled in meanwhile. */
export function FormBuilder({ form, path, reach }: Props) {
  const facts = useFacts(form, path)
  const live = useLive(facts)
  return facts.isBroken ? <Broken /> : <Builder facts={facts} live={live} reach={reach} />
}

/** Stands for fields that the builder cannot show. */
export function Broken() {
  const t = useT()
  return <State trouble icon="circleAlert" title={t('builder.broken')} detail={t('builder.brokenHow')} />
}

/** The room in pixels from which the list and the open field stand side by side. */
const SIDE_BY_SIDE = 640

type BuilderProps = {
  facts: Facts
  /** The form itself. Its answers outlive the view that shows the fields. */
  live: Live
  reach?: Reach | undefined
}

export function Builder({ facts, live, reach }: BuilderProps) {
  const t = useT()
  const { locale } = usePreferences()
  const flags = useFlags()
  const builder = useBuilder(facts)
  const { form, path, fields } = facts
  const { at, open, lifted } = builder
  const frame = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const filter = useRef<HTMLInputElement>(null)
  const aside = useRef<HTMLElement>(null)
  const [q, setQ] = useState('')
  const [isFiltering, setFiltering] = useState(false)
  const [isListFocused, setListFocused] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const [shows, setShows] = useState<'list' | 'field'>('list')
  const [isLiveOpen, setLiveOpen] = useState(false)
  const [asked, setAsked] = useState(0)
  const [isRuled, setRuled] = useState(false)
  const isOnePage = useOnePage(frame)
  const panelName = usePanelName(open)

  // Patterns are checked as soon as their engine is here.
  const [, setLoaded] = useState(false)
  useEffect(() => {
    void loadPatterns().then(() => setLoaded(true))
  }, [])

  const offered = useMemo(
    () => new Set(['number', 'date', 'maskedText', ...fieldTypes(flags, locale).map((type) => type.id)]),
    [flags, locale],
  )
  const wanted = fold(q.trim())
  const matches = useMemo(
    () =>
      new Set(
        wanted === '' ? fields : fields.filter((field) => fold(`${nameOf(field, t)} ${field.name}`).includes(wanted)),
      ),
    [fields, wanted, t],
  )

  // The focus moves at once: the next key is meant for where it goes.
  const enterField = () => {
    flushSync(() => setShows('field'))
    builder.focusPanel()
  }
  const openField = (index: number) => {
    builder.goTo(index)
    if (isOnePage) enterField()
  }
  const backToList = () => {
    flushSync(() => {
      setShows('list')
      setLiveOpen(false)
    })
    builder.focusList()
  }
  const toLive = () => {
    setLiveOpen(true)
    setAsked(asked + 1)
  }
  const showPath = (to: string) => {
    setShows('field')
    builder.showPath(to)
  }
  const latest = useLatest({ showPath, focusList: builder.focusList, openField })
  const [onOpen] = useState(() => (index: number) => latest().openField(index))
  useLayoutEffect(() => {
    reach?.by((to) => latest().showPath(to))
    return () => reach?.by(null)
  }, [reach, latest])
  // The list takes the focus on arrival.
  useEffect(() => {
    if (mayMoveFocus()) latest().focusList()
  }, [latest])

  /** Goes to the next field that the filter shows. */
  const move = (by: 1 | -1) => () => {
    for (let index = at + by; fields[index]; index += by) if (matches.has(fields[index]!)) return builder.goTo(index)
  }
  const end = (by: 1 | -1) => () => {
    const places = fields.flatMap((field, index) => (matches.has(field) ? [index] : []))
    const to = by === 1 ? places.at(-1) : places[0]
    if (to !== undefined) builder.goTo(to)
  }
  const chooseKind = () => {
    if (facts.blocked !== null) return builder.say(facts.blocked)
    if (builder.isFull) return builder.say(t('builder.full', { max: MAX_FIELDS }))
    setChoosing(true)
  }
  const toFilter = () => {
    flushSync(() => setFiltering(true))
    filter.current?.focus()
  }
  useKeys(
    'list',
    {
      down: move(1),
      up: move(-1),
      first: end(-1),
      top: end(-1),
      last: end(1),
      bottom: end(1),
      filter: toFilter,
      create: chooseKind,
      lift: () => builder.lift(),
      delete: () => void builder.remove(builder.focusList),
    },
    { enabled: isListFocused && lifted === null },
  )
  /** Takes the last act back. Where nothing can be changed, the key takes back what was done before. */
  const takeBack = () => facts.blocked === null && builder.takeBack()
  // A form without fields has no row that the focus could be on.
  useKeys('list', { create: chooseKind }, { enabled: fields.length === 0 })
  useKeys('fields', { undo: takeBack }, { enabled: fields.length === 0 })
  useKeys('row', { open: enterField }, { enabled: isListFocused && lifted === null })
  useKeys(
    'fields',
    {
      newPage: builder.togglePage,
      answers: toLive,
      rules: () => open && setRuled(true),
      undo: takeBack,
    },
    { enabled: isListFocused && lifted === null },
  )
  /** Goes back one step. Returns false where there is none. */
  const back = (from: Node): boolean => {
    if (lifted) {
      builder.putBack()
      builder.focusOpenRow()
    } else if (document.getElementById(builder.panelId)?.contains(from) || aside.current?.contains(from)) backToList()
    else if (isFiltering) {
      flushSync(() => {
        setQ('')
        setFiltering(false)
      })
      builder.focusOpenRow()
    } else return false
    return true
  }
  // In a dialog, Esc is heard here alone; the dialog has prevented it by then. An open list of choices closes by it.
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key, nativeEvent } = event
    const isHere = target instanceof Element && frame.current?.contains(target) === true
    if (key !== 'Escape' || nativeEvent.isComposing || !isHere) return
    if (target.getAttribute('aria-expanded') === 'true' || !back(target)) return
    event.preventDefault()
    event.stopPropagation()
  }
  const step = (one: 'up' | 'down' | 'first' | 'last') => () => builder.step(one)
  // While a field is lifted, no other key changes anything.
  useKeys(
    'list',
    {
      down: step('down'),
      up: step('up'),
      first: step('first'),
      top: step('first'),
      last: step('last'),
      bottom: step('last'),
      lift: builder.drop,
    },
    { enabled: lifted !== null, modal: true },
  )
  const putBack = useLatest(() => lifted && builder.putBack())
  // The list hears of the focus that it takes on arrival.
  useLayoutEffect(() => {
    const side = list.current
    if (!side) return
    const onFocusIn = ({ target }: FocusEvent) => setListFocused((target as HTMLElement).role === 'option')
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && side.contains(relatedTarget)) return
      setListFocused(false)
      // A lifted field is put back when the focus leaves the list, and stays where another window has it.
      if (relatedTarget !== null) putBack()()
    }
    side.addEventListener('focusin', onFocusIn)
    side.addEventListener('focusout', onFocusOut)
    return () => {
      side.removeEventListener('focusin', onFocusIn)
      side.removeEventListener('focusout', onFocusOut)
    }
  }, [putBack])

  const size = Math.ceil(facts.size / 1024)
  const about = form.problems[path]
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Esc of everything within
    <div className={outer} ref={frame} data-one-page={isOnePage || undefined} onKeyDown={onKeyDown}>
      <section className={side} aria-label={t('builder.fields')} hidden={isOnePage && shows !== 'list'} ref={list}>
        <div className={head}>
          <h2 className={heading}>
            {t('builder.fields')}{' '}
            <span className={number} data-full={builder.isFull || undefined}>
              {t('builder.fieldsOf', { count: fields.length, max: MAX_FIELDS })}
            </span>
            {facts.size > MAX_FORM / 2 && (
              <span className={number} data-full={facts.size > MAX_FORM || undefined}>
                {t('builder.size', { size, max: MAX_FORM / 1024 })}
              </span>
            )}
          </h2>
          <Button look="quiet" size="small" icon="search" iconOnly onClick={toFilter}>
            {t('builder.filter')}
          </Button>
          <span className={onlyWithoutLive}>
            <Button size="small" icon="eye" iconOnly onClick={toLive}>
              {t('builder.live.title')}
            </Button>
          </span>
          <Button
            id={builder.addId}
            size="small"
            icon="plus"
            keys={['C']}
            blocked={facts.blocked ?? (builder.isFull ? t('builder.full', { max: MAX_FIELDS }) : null)}
            onClick={() => setChoosing(true)}
          >
            {t('builder.add')}
          </Button>
        </div>
        {about?.key === 'formErrors.maxJson' && (
          <Trouble look={padded}>{t('builder.size', { size, max: MAX_FORM / 1024 })}</Trouble>
        )}
        {isFiltering && (
          <div className={filterBox}>
            <input
              ref={filter}
              className={input()}
              type="search"
              aria-label={t('builder.filter')}
              placeholder={t('builder.filter')}
              value={q}
              onChange={({ target }) => setQ(target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' && event.key !== 'ArrowDown') return
                const first = open && matches.has(open) ? at : fields.findIndex((field) => matches.has(field))
                if (first >= 0) builder.goTo(first)
                event.preventDefault()
              }}
            />
          </div>
        )}
        {fields.length === 0 ? (
          <State icon="list" title={t('builder.none')} detail={t('builder.noneHow')} />
        ) : matches.size === 0 && !lifted ? (
          <p className={quiet}>{t('builder.noMatch', { q })}</p>
        ) : null}
        <div className={rows}>
          <FieldList builder={builder} matches={matches} onOpen={onOpen} />
        </div>
        {lifted && open && (
          <ArrangingBar
            name={nameOf(open, t)}
            place={builder.placeIn(lifted.order, builder.shownAt)}
            others={0}
            onStep={builder.step}
            onDrop={builder.drop}
            onPutBack={() => {
              builder.putBack()
              builder.focusOpenRow()
            }}
          />
        )}
      </section>
      <section className={middle} aria-label={panelName} hidden={isOnePage && shows !== 'field'}>
        {open ? (
          <FieldPanel
            key={`${idOf(open)} ${builder.wanted ?? ''}`}
            builder={builder}
            field={open}
            offered={offered}
            perType={flags['attachments-type-selection'] === true}
            onRules={() => setRuled(true)}
            onBack={backToList}
          />
        ) : (
          <State icon="pencil" title={t('builder.choose')} detail={t('builder.noneHow')} />
        )}
      </section>
      <aside className={liveSide} aria-label={t('builder.live.title')} ref={aside} data-open={isLiveOpen || undefined}>
        <LiveForm builder={builder} live={live} asked={asked} onBack={backToList} />
      </aside>
      <output className={srOnly} aria-live="polite">
        {builder.said}
      </output>
      {isRuled && open && <FieldRules builder={builder} field={open} live={live} onClose={() => setRuled(false)} />}
      {isChoosing && (
        <TypeDialog
          resource={form.resource}
          path={path}
          offered={offered}
          onClose={() => setChoosing(false)}
          onChoose={(kind) => {
            setChoosing(false)
            setShows('field')
            builder.add(kind)
          }}
        />
      )}
    </div>
  )
}

/** Returns whether the list and the open field are pages of their own, in the frame around them. */
function useOnePage(frame: RefObject<HTMLDivElement | null>): boolean {
  const [isOnePage, setOnePage] = useState(false)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => setOnePage(element.clientWidth < SIDE_BY_SIDE)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  return isOnePage
}

const outer = css({
  position: 'relative',
  display: 'flex',
  overflow: 'hidden',
  flex: '1',
  minHeight: '0',
  minWidth: '0',
  containerType: 'inline-size',
  containerName: 'builder',
})
const side = css({
  display: 'flex',
  '&[hidden]': { display: 'none' },
  flexDirection: 'column',
  flexShrink: '0',
  minWidth: '0',
  width: '[316px]',
  borderInlineEnd: '1px solid token(colors.border.subtle)',
  '[data-one-page] > &': { width: 'full', borderInlineEnd: 'none' },
})
const rows = css({ display: 'flex', flexDirection: 'column', flex: '1', minHeight: '0' })
const middle = css({
  display: 'flex',
  '&[hidden]': { display: 'none' },
  flexDirection: 'column',
  flex: '1',
  minWidth: '0',
  minHeight: '0',
})
const liveSide = css({
  display: 'none',
  flexDirection: 'column',
  flexShrink: '0',
  minWidth: '0',
  background: 'bg.canvas',
  borderInlineStart: '1px solid token(colors.border.subtle)',
  // A drawer over the field where there is no room beside it.
  '&[data-open]': {
    display: 'flex',
    position: 'absolute',
    insetBlock: '0',
    insetInlineEnd: '0',
    width: '[min(100%, 400px)]',
    zIndex: 'drawer',
    boxShadow: 'modal',
  },
  '@container builder (min-width: 1000px)': {
    display: 'flex',
    width: '[344px]',
    '&[data-open]': { position: 'static', width: '[344px]', boxShadow: '[none]', zIndex: '[auto]' },
  },
})
const onlyWithoutLive = css({ display: 'inline-flex', '@container builder (min-width: 1000px)': { display: 'none' } })
const head = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  flexShrink: '0',
  minHeight: '[44px]',
  paddingInlineStart: { base: '6', _narrow: '4' },
  paddingInlineEnd: '3',
  paddingBlock: '1',
  borderBottom: '1px solid token(colors.border.subtle)',
})
const heading = css({ flex: '1', minWidth: '0', textStyle: 'title' })
const number = css({
  textStyle: 'small',
  color: 'fg.subtle',
  marginInlineEnd: '1',
  '&[data-full]': { color: 'danger.fg', fontWeight: 'medium' },
})
const padded = css({ padding: '3' })
const filterBox = css({ padding: '2', paddingInlineStart: '6', borderBottom: '1px solid token(colors.border.subtle)' })
const quiet = css({ padding: '4', paddingInlineStart: '6', color: 'fg.muted' })
