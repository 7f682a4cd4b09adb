import { describe, expect, it } from 'vitest'
import { max, required } from '@tocsin/core/vocabulary/rules'
import type { Ask, Command } from '../commands/command'
import { back, begin, finished, given, next, taken, valuesNow, type PendingCommand } from './arguments'
import { idsOf, REFS } from '../commands/line'
import { writer as lineOf } from '../commands/lines'

const records: Ask = {
  flag: { name: 'ids', path: REFS, type: 'refs', required: true, of: 'apps' },
  label: () => 'App',
  field: { type: 'refs', of: 'apps' },
}
const version: Ask = {
  flag: { name: 'version', path: 'version', type: 'number', required: false },
  label: () => 'Version',
  field: { type: 'number', rules: [max(9)] },
  preset: 1,
}
const comment: Ask = {
  flag: { name: 'comment', path: 'comment', type: 'text', required: true },
  label: () => 'Comment',
  field: { type: 'longtext', rules: [required(), max(5)] },
}
const spec = {
  resource: 'apps',
  verb: 'publish',
  kind: 'action',
  can: 'apps:update',
  takes: 'many',
  flags: [version.flag, comment.flag],
} as const
const command: Command = {
  id: 'apps.publish',
  title: () => 'Publish',
  group: 'create',
  icon: 'send',
  asks: [records, version, comment],
  line: lineOf(spec),
  undo: 'irreversible',
  run: () => {},
}
const line = (asking: PendingCommand) => (command.line as (values: object) => string)(valuesNow(asking))
const typed = (asking: PendingCommand, text: string): PendingCommand => ({ ...asking, text })

describe('the pages of a command', () => {
  const start = begin(command)
  const chosen = next(given(start, [12, 13]))

  it('are asked for in order, with defaults filled in and the line growing', () => {
    expect([start.at, line(start)]).toEqual([0, 'tocsin apps publish --version=1'])
    expect([chosen.at, chosen.text, line(chosen)]).toEqual([1, '1', 'tocsin apps publish 12 13 --version=1'])
    const last = typed(next(typed(chosen, '4')), "it's")
    expect([last.at, line(last)]).toEqual([2, "tocsin apps publish 12 13 --version=4 '--comment=it'\\''s'"])
    expect(next(last).at).toBe(3)
  })
  it('VAL-02 stay where a rule is broken, and say which', () => {
    expect(next(start)).toMatchObject({ at: 0, problem: { key: 'formErrors.required' } })
    expect(next(typed(chosen, 'four'))).toMatchObject({ at: 1, problem: { key: 'formErrors.number' } })
    expect(next(typed(chosen, '10'))).toMatchObject({ at: 1, problem: { key: 'formErrors.maxValue' } })
    const last = next(chosen)
    expect(next(typed(last, '  '))).toMatchObject({ at: 2, problem: { key: 'formErrors.required' } })
    expect(next(typed(last, 'too long'))).toMatchObject({ at: 2, problem: { key: 'formErrors.maxLength' } })
  })
  it('can be gone back through without losing what was typed', () => {
    const again = back(typed(next(chosen), 'note'))
    expect([again.at, again.text]).toEqual([1, '1'])
    expect(next(again).text).toBe('note')
    expect(back(typed(chosen, 'four')).at).toBe(0)
  })
  it('run with the defaults, or show the first page that has none', () => {
    expect(finished(chosen)).toMatchObject({ ready: false, asking: { at: 2, problem: { key: 'formErrors.required' } } })
    expect(finished(typed(next(chosen), 'note')).ready).toBe(true)
    expect(finished(typed(chosen, 'four'))).toMatchObject({ ready: false, asking: { at: 1 } })
  })
  it('are all there when a link filled them in, and still wait for Enter', () => {
    const linked = begin(command, { [REFS]: [7], version: 2, comment: 'ok' })
    expect(linked.at).toBe(3)
    expect(taken(linked).values).toEqual({ [REFS]: [7], version: 2, comment: 'ok' })
    expect(begin(command, { [REFS]: [7] }).at).toBe(1)
  })
})

describe('the line', () => {
  const many = Array.from({ length: 50 }, (_, at) => at + 1)
  it('names ids up to forty-nine; from fifty on they are piped in', () => {
    expect(lineOf(spec)({ [REFS]: many.slice(1) })).toMatch(/publish 2 3 .* 50$/)
    expect(lineOf(spec)({ [REFS]: many })).toBe('tocsin apps publish --ids-from -')
  })
  it('leaves out what is not known', () => {
    expect(lineOf(spec)({ comment: undefined, version: null })).toBe('tocsin apps publish')
    expect(lineOf({ ...spec, clears: true })({ comment: undefined, version: null })).toBe(
      'tocsin apps publish --version=',
    )
    expect(idsOf({ [REFS]: 7 })).toEqual([7])
    expect(idsOf({})).toEqual([])
  })
})
