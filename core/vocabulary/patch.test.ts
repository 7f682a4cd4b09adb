import { expect, it } from 'vitest'
import { ApiError } from '../base/errors'
import { patchOf } from './patch'
import type { Resource } from './resource'
import { max, required } from './rules'

const groups = {
  actions: {
    rename: {
      can: 'groups:update',
      input: { name: { type: 'text', rules: [required(), max(5)] } },
      patch: (_row: unknown, { name }: Record<string, unknown>) => ({ name }),
      undo: 'irreversible',
    },
    publish: { can: 'groups:update', undo: 'irreversible' },
  },
} as unknown as Resource

it('makes the changes of an action only of an input that its rules allow', () => {
  expect(patchOf(groups, 'rename', { id: 1 }, { name: 'North' })).toEqual({ name: 'North' })
  expect(patchOf(groups, 'publish', { id: 1 }, {})).toBeUndefined()
  for (const [input, message] of [
    [{}, 'formErrors.required'],
    [{ name: 'Northern' }, 'formErrors.maxLength'],
  ] as const)
    expect(() => patchOf(groups, 'rename', { id: 1 }, input)).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_FAILED',
        fields: [expect.objectContaining({ field: 'name', message })],
      }),
    )
  expect(() => patchOf(groups, 'rename', { id: 1 }, {})).toThrow(ApiError)
})
