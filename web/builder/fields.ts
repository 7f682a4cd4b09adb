import { pagesOf } from '@tocsin/core/form/pages'
import type { Query } from '@tocsin/core/form/query'
import { namesIn } from '@tocsin/core/form/schema-rules'
import type { FormField } from '@tocsin/core/form/types'

export type Fields = readonly FormField[]

// Fields have no ids: their names change while they are edited. Each is somebody here as long as the page is open, whom its
// next states take over.
type Who = {
  id: number
  /** The name under which rules and answers know the field. */
  readAs: string
}
const known = new WeakMap<FormField, Who>()
let made = 0

function whoIs(field: FormField): Who {
  const before = known.get(field)
  if (before) return before
  const who = { id: ++made, readAs: field.name }
  known.set(field, who)
  return who
}

export const idOf = (field: FormField): number => whoIs(field).id

/** Returns the name under which rules and answers know a field. It differs from its own while that cannot stand there. */
export const readAsOf = (field: FormField): string => whoIs(field).readAs

/** Makes a field the next state of another one. */
export function become(before: FormField, after: FormField): FormField {
  known.set(after, whoIs(before))
  return after
}

/** Returns a field that rules and answers know under another name from now on. */
export function knownAs(field: FormField, readAs: string): FormField {
  const next = { ...field }
  known.set(next, { id: idOf(field), readAs })
  return next
}

/** Makes fields that come from elsewhere the next states of former ones: of those with their names, else in their places. */
export function identify(fields: Fields, before: Fields): void {
  const strangers = fields.flatMap((field, at) => (known.has(field) ? [] : [{ field, at }]))
  if (strangers.length === 0) return
  // Where all of them are written anew, as in JSON, so are their rules, which know them by their names.
  const areAllNew = strangers.length === fields.length
  const there = new Set(fields.map((field) => known.get(field)?.id))
  const free = new Set(before.filter((field) => !there.has(idOf(field))))
  const claim = (field: FormField, former: FormField | undefined) => {
    if (known.has(field) || !former || !free.delete(former)) return
    const isRead = !areAllNew && field.name === former.name
    known.set(field, { id: idOf(former), readAs: isRead ? readAsOf(former) : field.name })
  }
  for (const { field } of strangers)
    claim(
      field,
      [...free].find(({ name }) => name === field.name),
    )
  for (const { field, at } of strangers) claim(field, before[at])
  for (const { field } of strangers) whoIs(field)
}

export const queryOf = ({ options }: FormField): Query | null => (options?.['visibleIfQuery'] ?? null) as Query | null

/** Returns the number of conditions of a field's rules. */
export const conditionsOf = (field: FormField): number => namesIn(queryOf(field)).length

/** Returns the page of each field, counted from 0. */
export const pageNumbers = (fields: Fields): number[] =>
  pagesOf(fields).flatMap((page, number) => page.map(() => number))

const withBreak = (field: FormField, begins: boolean): FormField =>
  (field.pageBreak === true) === begins ? field : become(field, { ...field, pageBreak: begins })

/** Returns the fields of pages; each page but the first begins with its first field. A page without fields is gone. */
const together = (pages: readonly Fields[]): Fields =>
  pages
    .filter((page) => page.length > 0)
    .flatMap((page, number) =>
      page.map((field, at) => (number === 0 && at === 0 ? field : withBreak(field, number > 0 && at === 0))),
    )

/** Returns the pages without the field at a place, the page of that field and its place there. */
function without(fields: Fields, at: number) {
  const pages: FormField[][] = pagesOf(fields)
  const number = pageNumbers(fields)[at]!
  const place = pages[number]!.indexOf(fields[at]!)
  pages[number]!.splice(place, 1)
  return { pages, number, place }
}

export type Step = 'up' | 'down' | 'first' | 'last'

/** Returns the fields with one moved past its neighbour, over the border of a page, or to either end. */
export function moved(fields: Fields, at: number, step: Step): Fields {
  const field = fields[at]
  if (!field) return fields
  const { pages, number, place } = without(fields, at)
  const page = pages[number]!
  if (step === 'first') pages[0]!.unshift(field)
  else if (step === 'last') pages.at(-1)!.push(field)
  else if (step === 'up') {
    if (place > 0) page.splice(place - 1, 0, field)
    else if (number > 0) pages[number - 1]!.push(field)
    else return fields
  } else if (place < page.length) page.splice(place + 1, 0, field)
  else if (number < pages.length - 1) pages[number + 1]!.unshift(field)
  else return fields
  return together(pages)
}

/** Returns the fields with one moved to another's place. */
export function movedTo(fields: Fields, from: number, to: number): Fields {
  const id = idOf(fields[from]!)
  let now = fields
  for (let at = from; at !== to;) {
    now = moved(now, at, to > at ? 'down' : 'up')
    const next = now.findIndex((field) => idOf(field) === id)
    // A step over the border of a page moves a field past none.
    if (next === at && moved(now, at, to > at ? 'down' : 'up') === now) break
    at = next
  }
  return now
}

/** Returns the fields without one. The next field of its page begins the page where that one did. */
export const removed = (fields: Fields, at: number): Fields => together(without(fields, at).pages)

/** Returns the fields with a new one behind another, on its page. */
export const added = (fields: Fields, behind: number, field: FormField): Fields =>
  fields.toSpliced(behind + 1, 0, field)

/** Returns the fields with one that begins a page, or that joins the page before. */
export const pageToggled = (fields: Fields, at: number): Fields =>
  at > 0 && fields[at] ? fields.with(at, withBreak(fields[at], fields[at].pageBreak !== true)) : fields

/** How the fields of a form differ from those that are saved, by their numbers. */
export type FieldChanges = { changed: readonly number[]; added: readonly number[]; removed: readonly number[] }

/**
 * Compares fields with the saved ones. A field that was moved counts as changed: the fewest that could have been moved to
 * get from the one order to the other.
 */
export function differences(
  before: Fields,
  after: Fields,
  isSame: (one: FormField, other: FormField) => boolean,
): FieldChanges {
  const was = new Map(before.map((field, at) => [idOf(field), { field, at }]))
  const there = new Set(after.map(idOf))
  const common = after.filter((field) => was.has(idOf(field)))
  const stayed = longestRise(common.map((field) => was.get(idOf(field))!.at))
  return {
    changed: common
      .filter((field, at) => !stayed.has(at) || !isSame(was.get(idOf(field))!.field, field))
      .map((field) => idOf(field)),
    added: after.filter((field) => !was.has(idOf(field))).map(idOf),
    removed: before.filter((field) => !there.has(idOf(field))).map(idOf),
  }
}

/** Returns the places of the longest series of numbers that rise. */
function longestRise(numbers: readonly number[]): ReadonlySet<number> {
  const ends: number[] = []
  const before: number[] = []
  for (const [at, number] of numbers.entries()) {
    let length = ends.length
    while (length > 0 && numbers[ends[length - 1]!]! >= number) length--
    before[at] = length > 0 ? ends[length - 1]! : -1
    ends[length] = at
  }
  const rise = new Set<number>()
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at]!) rise.add(at)
  return rise
}
