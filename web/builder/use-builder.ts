import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { fittingOptions } from '@tocsin/core/form/field-options'
import { MAX_FIELDS } from '@tocsin/core/form/limits'
import type { FormField } from '@tocsin/core/form/types'
import { isRecord } from '@tocsin/core/vocabulary/kind-reasons'
import { focusFields, focusLater } from '../form/focus'
import { ask } from '../notices/confirm'
import { tellReason } from '../notices/toast'
import { usePreferences } from '../preferences'
import { useLatest } from '../ui/use-latest'
import { useT } from '../words'
import {
  added,
  become,
  idOf,
  moved,
  movedTo,
  pageNumbers,
  pageToggled,
  removed,
  type Fields,
  type Step,
} from './fields'
import { acted, renaming, takenBack, withTakenBack, type Act } from './history'
import { beginning } from './kinds'
import { readersOf, settled, takenNames } from './names'
import { nameFrom } from './texts'
import { nameOf, type Facts } from './use-facts'

/** A field that is lifted: the order before, and the order that is shown. */
type Lifted = { id: number; from: Fields; order: Fields; steps: number }

export type Builder = ReturnType<typeof useBuilder>

type Options = Readonly<Record<string, unknown>>

const indexOf = (fields: Fields, id: number) => fields.findIndex((field) => idOf(field) === id)

/** Holds which field is open and what is lifted, and does what can be done to the fields of a form. */
export function useBuilder(facts: Facts) {
  const { form, path, fields, past } = facts
  const t = useT()
  const { locale } = usePreferences()
  const prefix = useId()
  const [chosen, setOpened] = useState({ id: fields[0] ? idOf(fields[0]) : 0, at: 0 })
  const [lifted, setLifted] = useState<Lifted | null>(null)
  const [said, say] = useState('')
  /** The path of a control that is to be shown, within the open field. */
  const [wanted, setWanted] = useState<string | null>(null)

  const shown = lifted?.order ?? fields
  const found = indexOf(shown, chosen.id)
  const at = found < 0 ? Math.min(chosen.at, shown.length - 1) : found
  // The open field is that of the draft, in which it has its place while it is lifted.
  const openId = shown[at] && idOf(shown[at])
  const placeInDraft = lifted && openId !== undefined ? indexOf(fields, openId) : at
  const open: FormField | undefined = fields[placeInDraft]
  const now = useLatest({ fields, at: placeInDraft, open, lifted })
  const isFull = fields.length >= MAX_FIELDS

  const rowId = (id: number) => `${prefix}-row-${id}`
  const panelId = `${prefix}-panel`
  const addId = `${prefix}-add`
  const focusRow = (id: number) => document.getElementById(rowId(id))?.focus()
  const focusPanel = () => focusFields(document.getElementById(panelId))
  /** Focuses the row of the open field, or what adds one. */
  const focusList = () => {
    const { open: field } = now()
    if (field) focusRow(idOf(field))
    else document.getElementById(addId)?.focus()
  }
  const set = (next: Fields) => form.set(path, settled(next))
  const title = (field: FormField) => nameOf(field, t)
  const placeIn = (order: Fields, index: number) =>
    t('builder.place', { at: index + 1, total: order.length, page: pageNumbers(order)[index]! + 1 })
  const listed = (some: Fields) =>
    new Intl.ListFormat(locale, { type: 'conjunction' }).format(some.map((field) => title(field)))

  const show = (index: number, { fresh = null }: { fresh?: number | null } = {}) => {
    const field = now().fields[index]
    if (!field) return
    facts.setFresh(fresh)
    setWanted(null)
    setOpened({ id: idOf(field), at: index })
  }
  const act = (next: Fields, one: Act) => {
    const done = acted(now().fields, next, one)
    past.push(done.act)
    form.set(path, done.fields)
  }
  const blocked = () => {
    const why = facts.blocked
    if (why !== null) say(why)
    return why !== null
  }

  return {
    facts,
    shown,
    /** The place of the open field among those that are shown, and in the draft. */
    shownAt: at,
    at: placeInDraft,
    open,
    lifted,
    said,
    say,
    wanted,
    isFull,
    rowId,
    panelId,
    addId,
    focusPanel,
    placeIn,
    listed,
    /** Focuses the row of the open field. */
    focusOpenRow: () => {
      const { open: field } = now()
      if (field) focusRow(idOf(field))
    },
    focusList,
    /** Opens a field with the focus on its row. */
    goTo: (index: number) => {
      flushSync(() => show(index))
      const field = now().fields[index]
      if (field) focusRow(idOf(field))
    },
    /** Opens a field; the focus stays. */
    show: (index: number) => show(index),
    /** Shows the control of a path in the record, with the focus on it. */
    showPath: (to: string) => {
      const [place = ''] = to.slice(path.length + 1).split('.')
      flushSync(() => {
        show(Number(place))
        setWanted(to)
      })
      focusLater(form.fieldId(to))
    },
    add: (kind: string) => {
      if (blocked()) return
      if (isFull) return tellReason({ key: 'builder.full', values: { max: MAX_FIELDS } })
      const { fields: before, at: behind } = now()
      const begun = beginning(kind)
      const field: FormField = {
        name: nameFrom('', takenNames(before), t('builder.newName')),
        title: '',
        ...begun,
        options: fittingOptions(begun),
      }
      const id = idOf(field)
      act(added(before, behind, field), {
        id,
        what: (words) => words('builder.acts.add', { name: nameOf(field, words) }),
        undo: (later) => (indexOf(later, id) < 0 ? later : removed(later, indexOf(later, id))),
      })
      facts.setFresh(id)
      setOpened({ id, at: behind + 1 })
      say(t('builder.added', { name: title(field) }))
      focusLater(form.fieldId(`${path}.${behind + 1}.title`))
    },
    /** Removes the open field, and asks first where rules read it. Afterwards the focus goes to the list. */
    remove: async (toList: () => void) => {
      const { fields: before, at: index, open: field } = now()
      if (!field || blocked()) return
      const readers = readersOf(before, field)
      if (readers.length > 0) {
        const values = { names: listed(readers), count: readers.length }
        const yes = await ask({
          title: (words) => words('builder.ask.remove', { name: nameOf(field, words) }),
          detail: (words) => words('builder.ask.readers', values),
          verb: (words) => words('builder.ask.verb'),
          danger: true,
        })
        if (!yes) return
      }
      const id = idOf(field)
      const beside = before[index - 1]
      const next = before[index + 1]
      // The next field of the page begins it from now on.
      const heir = field.pageBreak === true && next && next.pageBreak !== true ? idOf(next) : null
      flushSync(() => {
        act(removed(before, index), {
          id,
          what: (words) => words('builder.acts.remove', { name: nameOf(field, words) }),
          undo: (later) => {
            if (indexOf(later, id) >= 0) return later
            const behind = beside ? indexOf(later, idOf(beside)) : -1
            const begins = heir === null ? -1 : indexOf(later, heir)
            const rest = later[begins]?.pageBreak === true ? pageToggled(later, begins) : later
            return rest.toSpliced(behind + 1, 0, field)
          },
        })
        setOpened({ id: idOf(next ?? beside ?? field), at: index })
      })
      say(t('builder.removed', { name: title(field) }))
      toList()
    },
    togglePage: () => {
      const { fields: before, at: index, open: field } = now()
      if (!field || blocked()) return
      if (index === 0) return say(t('builder.firstPage'))
      const id = idOf(field)
      const toggle = (some: Fields) => (indexOf(some, id) < 0 ? some : pageToggled(some, indexOf(some, id)))
      const next = toggle(before)
      flushSync(() =>
        act(next, { id, what: (words) => words('builder.acts.page', { name: nameOf(field, words) }), undo: toggle }),
      )
      // The row is in another group now, and a new element.
      focusRow(id)
      const key = next[index]!.pageBreak === true ? 'pageStarted' : 'pageJoined'
      say(t(`builder.${key}`, { name: title(field), page: pageNumbers(next)[index]! + 1 }))
    },
    takeBack: () => {
      const last = past.pop()
      if (!last) return say(t('builder.nothingBack'))
      const { fields: before } = now()
      const next = takenBack(before, last)
      const index = indexOf(next, last.id)
      flushSync(() => {
        form.set(path, next)
        if (index >= 0) setOpened({ id: last.id, at: index })
      })
      say(t('builder.takenBack', { what: last.what(t) }))
      focusList()
    },
    lift: (index?: number) => {
      const { fields: from, at: active } = now()
      const field = from[index ?? active]
      if (!field || now().lifted || blocked()) return
      const id = idOf(field)
      flushSync(() => {
        setOpened({ id, at: index ?? active })
        setLifted({ id, from, order: from, steps: 0 })
      })
      focusRow(id)
      say(t('builder.lifted', { name: title(field), place: placeIn(from, index ?? active) }))
    },
    /** Moves the lifted field. */
    step: (step: Step) => {
      const { lifted: one } = now()
      if (!one) return
      const order = moved(one.order, indexOf(one.order, one.id), step)
      const index = indexOf(order, one.id)
      flushSync(() => setLifted({ ...one, order, steps: one.steps + 1 }))
      focusRow(one.id)
      say(t('builder.moved', { name: title(order[index]!), place: placeIn(order, index) }))
    },
    moveTo: (index: number) => {
      const { lifted: one } = now()
      if (!one) return
      const order = movedTo(one.order, indexOf(one.order, one.id), index)
      setLifted({ ...one, order, steps: one.steps + 1 })
    },
    drop: () => {
      const { lifted: one } = now()
      if (!one) return
      const index = indexOf(one.order, one.id)
      const from = one.from
      flushSync(() => {
        setLifted(null)
        if (one.order.some((field, place) => field !== from[place]))
          act(one.order, {
            id: one.id,
            what: (words) => words('builder.acts.move', { name: nameOf(one.order[index]!, words) }),
            undo: (later) => orderedAs(later, from),
          })
      })
      focusRow(one.id)
      say(t('builder.dropped', { name: title(one.order[index]!), place: placeIn(one.order, index) }))
    },
    putBack: () => {
      const { lifted: one } = now()
      if (!one) return
      flushSync(() => setLifted(null))
      say(t('builder.putBack', { name: title(one.from[indexOf(one.from, one.id)]!) }))
    },
    /** Moves the open field without lifting it first, as the buttons of a narrow screen do. */
    shift: (step: Step) => {
      const { fields: from, at: index, open: field } = now()
      if (!field || blocked()) return
      const id = idOf(field)
      const order = moved(from, index, step)
      if (order === from) return
      act(order, {
        id,
        what: (words) => words('builder.acts.move', { name: nameOf(field, words) }),
        undo: (later) => orderedAs(later, from),
      })
      say(t('builder.moved', { name: title(field), place: placeIn(order, indexOf(order, id)) }))
    },
    /** Names the open field. What is typed until `endRename` is one act, whatever names it passes. */
    rename: (name: string) => {
      const { fields: shownNow, open: field } = now()
      if (!field) return
      const id = idOf(field)
      const last = past.at(-1)
      const typing = last?.id === id ? last.typing : undefined
      if (typing) past.pop()
      const before = typing ?? shownNow
      const done = renaming(before, id, name, (words) => words('builder.acts.rename', { name: nameOf(field, words) }))
      past.push({ ...done.act, typing: before })
      form.set(path, done.fields)
    },
    endRename: () => {
      const last = past.at(-1)
      if (!last?.typing) return
      const [before, after] = [last.typing, now().fields].map((some) => some[indexOf(some, last.id)])
      if (before?.name === after?.name) past.pop()
      delete last.typing
    },
    /** Titles the open field. The name of one that was just added follows its title. */
    retitle: (title: string) => {
      const { fields: before, at: index, open: field } = now()
      if (!field) return
      const taken = takenNames(before.toSpliced(index, 1))
      const nameBy = (text: unknown) => nameFrom(typeof text === 'string' ? text : '', taken, t('builder.newName'))
      const follows = facts.isFresh(field) && field.name === nameBy(field.title)
      set(before.with(index, become(field, { ...field, title, ...(follows ? { name: nameBy(title) } : {}) })))
    },
    /** Changes the type of the open field. Options that the new type does not have are gone. */
    retype: (kind: string) => {
      const { fields: before, at: index, open: field } = now()
      if (!field) return
      const id = idOf(field)
      const { type, options: first } = beginning(kind)
      const given = isRecord(field.options) ? field.options : {}
      const options = fittingOptions({ type, options: { ...given, defaultValue: null, fieldType: null, ...first } })
      const after = withoutNulls(options)
      act(before.with(index, become(field, { ...field, type, options: after })), {
        id,
        what: (words) => words('builder.acts.type', { name: nameOf(field, words) }),
        undo: (later) =>
          replaced(later, id, (one) => {
            const back = { type: field.type, options: withTakenBack(one.options ?? {}, given, after) }
            return { ...one, type: field.type, options: withoutNulls(fittingOptions(back)) }
          }),
      })
    },
    /** Sets options of the open field; with `what`, that can be taken back. Choices that are typed one after another are one act. */
    setOptions: (change: Options, what?: 'choices' | 'rules', isTyped = false) => {
      const { fields: before, at: index, open: field } = now()
      if (!field) return
      const given = isRecord(field.options) ? field.options : {}
      const next = before.with(index, become(field, { ...field, options: { ...given, ...change } }))
      if (!what) return form.set(`${path}.${index}`, next[index])
      const id = idOf(field)
      const last = past.at(-1)
      const typed = isTyped && last?.id === id ? last.typed : undefined
      if (typed) past.pop()
      const former = typed ?? Object.fromEntries(Object.keys(change).map((key) => [key, given[key] ?? null]))
      act(next, {
        id,
        what: (words) => words(`builder.acts.${what}`, { name: nameOf(field, words) }),
        undo: (later) =>
          replaced(later, id, (one) => ({
            ...one,
            // The names in a rule may have changed since.
            options:
              what === 'rules' ? { ...one.options, ...former } : withTakenBack(one.options ?? {}, former, change),
          })),
        ...(isTyped ? { typed: former } : {}),
      })
    },
  }
}

const withoutNulls = (options: Options) =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null))

/** Returns the fields with another state of one of them. */
const replaced = (fields: Fields, id: number, next: (field: FormField) => FormField): Fields =>
  fields.map((field) => (idOf(field) === id ? become(field, next(field)) : field))

/** Returns the fields in a former order, with the pages of that order. Fields that it does not have come last. */
function orderedAs(fields: Fields, order: Fields): Fields {
  const now = new Map(fields.map((field) => [idOf(field), field]))
  const former = order.flatMap((was) => {
    const field = now.get(idOf(was))
    if (!field) return []
    now.delete(idOf(was))
    return [
      (field.pageBreak ?? null) === (was.pageBreak ?? null)
        ? field
        : become(field, { ...field, pageBreak: was.pageBreak ?? null }),
    ]
  })
  return [...former, ...now.values()]
}
