import { describe, expect, it } from 'vitest'
import type { FormField } from '@tocsin/core/form/types'
import { become, idOf, type Fields } from './fields'
import { followingAnswers } from './live-answers'

const text = (name: string, defaultValue?: string): FormField => ({ name, type: 'text', options: { defaultValue } })
const changed = (field: FormField, change: Partial<FormField>) => become(field, { ...field, ...change })
const following = (before: Fields, after: Fields, answers: object, touched: readonly FormField[] = []) =>
  followingAnswers(before, after, answers as Record<string, unknown>, new Set(touched.map(idOf)))

describe('the answers of the live form', () => {
  const [a, b] = [text('a'), text('b')]
  it('stay while nothing of their fields changes', () => {
    expect(following([a, b], [b, changed(a, { title: 'A' })], { a: 'x', b: 'y' }, [a, b])).toEqual({})
  })
  it('follow a field to its new name, with what is answered beside it, and two fields that swap theirs', () => {
    expect(following([a, b], [changed(a, { name: 'z' }), b], { a: 'x', 'a-comment': 'c', b: 'y' }, [a, b])).toEqual({
      a: undefined,
      'a-comment': undefined,
      z: 'x',
      'z-comment': 'c',
    })
    const swapped = [changed(a, { name: 'b' }), changed(b, { name: 'a' })]
    expect(following([a, b], swapped, { a: 'x', b: 'y' }, [a, b])).toEqual({ a: 'y', b: 'x' })
  })
  it('go with their field, and not with one of two that have a name', () => {
    expect(following([a, b], [b], { a: 'x', 'a-files': [1], b: 'y' }, [a, b])).toEqual({
      a: undefined,
      'a-files': undefined,
    })
    expect(following([a, text('a')], [a], { a: 'x' }, [a])).toEqual({})
    expect(following([text('toString')], [], {})).toEqual({})
  })
  it('are the default value as it is now, where nobody has touched them', () => {
    const now = changed(a, { options: { defaultValue: 'new' } })
    expect(following([a], [now], {})).toEqual({ a: 'new' })
    expect(following([a], [now], { a: 'own' }, [a])).toEqual({})
    // An answer that was taken back stays so.
    expect(following([a], [now], { a: undefined }, [a])).toEqual({})
    expect(following([now], [changed(now, { options: { defaultValue: null } })], { a: 'new' })).toEqual({
      a: undefined,
    })
    expect(following([now], [changed(now, { name: 'z' })], { a: 'new' })).toEqual({ a: undefined, z: 'new' })
    expect(following([], [text('n', 'first')], {})).toEqual({ n: 'first' })
  })
})
