import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type TestWorld } from '../world'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const PLACES = [
  ['a registration form', 'registration-forms', (schema: object) => ({ name: 'Ficha', ClientId: 2, schema })],
  [
    'the form of a channel',
    'channels',
    (schema: object) => ({ name: 'Alerta', appId: 1, clientId: 2, config: { schema } }),
  ],
] as const

describe.each(PLACES)('%s', (_, path, draft) => {
  const sent = async (fields: object[]) => {
    const { status, body } = await world.call(await world.token('acme-admin'), 'POST', path, draft({ fields }))
    return [status, body.error?.errors?.map(({ field, message }) => `${field?.replace(/^config\./, '')} ${message}`)]
  }
  const shownBy = (rule: object) => ({ name: 'b', type: 'text', options: { visibleIfQuery: rule } })
  const about = (field: string) => ({ combinator: 'and', rules: [{ field, operator: 'isNotEmpty' }] })
  const first = { name: 'a', type: 'text' }
  const nested = (groups: number): object => ({
    combinator: 'or',
    rules: groups === 1 ? [{ field: 'a', operator: 'anyOf', value: ['x'] }] : [nested(groups - 1)],
  })

  it('A-139 is shown by rules about its earlier fields alone, in at most ten groups within each other', async () => {
    expect(await sent([first, shownBy(about('a'))])).toEqual([201, undefined])
    for (const [other, reason] of Object.entries({ b: 'ruleField', c: 'ruleField', unknown: 'ruleUnknown' })) {
      const refused = [400, [`schema.fields formErrors.${reason}`]]
      expect(await sent([first, shownBy(about(other)), { ...first, name: 'c' }]), other).toEqual(refused)
    }
    expect(await sent([first, shownBy(nested(10))])).toEqual([201, undefined])
    const tooDeep = [400, ['schema.fields.1.options.visibleIfQuery formErrors.queryDepth']]
    expect(await sent([first, shownBy(nested(11))])).toEqual(tooDeep)
  })

  it('A-141 FIELD-10 takes a pattern of linear time, and refuses any other at its place', async () => {
    const matched = (regex: string) => ({ ...first, options: { validators: [{ type: 'regex', regex }] } })
    expect(await sent([matched('(a+)+$')])).toEqual([201, undefined])
    const refused = [400, ['schema.fields.0.options.validators.0.regex formErrors.regularExpression']]
    for (const regex of ['(?=a)b', String.raw`(a)\1`, '(', '(a?){1000}'.repeat(3)])
      expect(await sent([matched(regex)]), regex).toEqual(refused)
  })

  it('A-143 has 300 fields at most', async () => {
    const fields = (count: number) => Array.from({ length: count }, (_field, at) => ({ ...first, name: `f${at}` }))
    expect(await sent(fields(300))).toEqual([201, undefined])
    expect(await sent(fields(301))).toEqual([400, ['schema.fields formErrors.maxItems']])
  })
})

it('A-139 shows a channel by the properties of a profile alone', async () => {
  const send = async (field: string) => {
    const visibilityQuery = { combinator: 'and', rules: [{ field, operator: 'equals', value: 'x' }] }
    const draft = { name: 'Alerta', appId: 1, clientId: 2, config: { visibilityQuery } }
    const { status, body } = await world.call(await world.token('acme-admin'), 'POST', 'channels', draft)
    return [status, body.error?.errors?.map(({ message }) => message)]
  }
  for (const field of ['role', 'site', 'tags', 'profileProps.turno'])
    expect(await send(field), field).toEqual([201, undefined])
  for (const field of ['name', 'profileProps', 'profileProps.'])
    expect(await send(field), field).toEqual([400, ['formErrors.ruleProfile']])
})
