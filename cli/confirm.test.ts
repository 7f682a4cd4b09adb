import { describe, expect, it } from 'vitest'
import { confirm } from './confirm'
import type { Context } from './context'
import type { Settings } from './settings'

const without = (settings: Settings) =>
  ({
    io: { stdin: { isTerminal: false }, stderr: { isTerminal: false }, env: {} },
    settings,
    t: (key: string) => key,
  }) as unknown as Context
const ask = { danger: 'ask', question: 'Lock Acme?', name: 'Acme' } as const
const typeName = { ...ask, danger: 'type-name' } as const

describe('without a terminal', () => {
  it('a mild danger wants --yes, and the refusal names it', async () => {
    await expect(confirm(without({}), ask)).rejects.toMatchObject({
      parts: { exit: 2, code: 'CONFIRMATION_REQUIRED', field: '--yes' },
    })
    await expect(confirm(without({ yes: true }), ask)).resolves.toBeUndefined()
  })

  it('a severe one wants the name, and --yes is not enough', async () => {
    await expect(confirm(without({ yes: true }), typeName)).rejects.toMatchObject({
      parts: { exit: 2, field: '--confirm', values: { flag: '--confirm=Acme' } },
    })
    await expect(confirm(without({ confirm: 'acme' }), typeName)).rejects.toMatchObject({
      parts: { exit: 2, field: '--confirm' },
    })
    await expect(confirm(without({ confirm: 'Acme' }), typeName)).resolves.toBeUndefined()
  })
})
