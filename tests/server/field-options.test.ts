import { encodeMultipart } from '@tocsin/core/api/multipart'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, type TestWorld } from '../world'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld({ features: { 'multilayer-dropdown': true } })
  await world.listen()
})
afterAll(() => world.close())

const SHEET = 'Estado,Cidade\nSP,Campinas\nSP,Santos\n'

/** Sends a sheet of choices as a form. */
async function read(sheet: string, payload: Record<string, unknown> = {}, as = 'acme-admin', part = 'csvMultilayer') {
  const file = { name: 'choices.csv', type: 'text/csv', bytes: new TextEncoder().encode(sheet) }
  const { contentType, body } = encodeMultipart(payload, { [part]: file }, 'boundary')
  const answer = await fetch(`${world.url}/api/channels/params/options`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await world.token(as)}`, 'content-type': contentType },
    body: body as BodyInit,
  })
  return { status: answer.status, body: (await answer.json()) as { data: unknown; error: Record<string, unknown> } }
}

it.each([
  ['en-US', 'Drop-down list in levels'],
  ['pt-BR', 'Lista suspensa em níveis'],
])('CHAN-24 A-017 gives the types of a field in %s, without those whose flag is off', async (locale, name) => {
  const { status, body } = await world.call(
    await world.token('acme-admin'),
    'GET',
    'channels/params/options',
    undefined,
    { 'accept-language': locale },
  )
  const types = body.data as unknown as { id: string; name: string }[]
  expect([status, types.map(({ id }) => id)]).toEqual([
    200,
    [
      'text',
      'textarea',
      'checkbox',
      'checkboxes',
      'radios',
      'dropdown',
      'dropdown_search',
      'multilayer_dropdown',
      'multilayer_dropdown_search',
      'rating',
    ],
  ])
  expect(types.find(({ id }) => id === 'multilayer_dropdown')?.name).toBe(name)
})

it('CHAN-25 A-087 gives the choices of a sheet as a field of a form has them, in levels or in one', async () => {
  const levels = await read(SHEET)
  expect([levels.status, levels.body.data]).toEqual([
    200,
    {
      levels: ['Estado', 'Cidade'],
      choices: [
        {
          text: 'SP',
          value: 'SP',
          choices: [
            { text: 'Campinas', value: 'Campinas' },
            { text: 'Santos', value: 'Santos' },
          ],
        },
      ],
    },
  ])
  const one = await read('Sim,yes\nNão,no\n', { type: 'radios' })
  expect([one.status, one.body.data]).toEqual([
    200,
    {
      levels: [],
      choices: [
        { text: 'Sim', value: 'yes' },
        { text: 'Não', value: 'no' },
      ],
    },
  ])
  // They are what a channel takes.
  const { choices } = levels.body.data as { choices: unknown }
  const made = await world.call(await world.token('acme-admin'), 'POST', 'channels', {
    name: 'Where',
    appId: 1,
    clientId: 2,
    channelType: 'alert',
    config: { schema: { fields: [{ name: 'where', type: 'multilayer_dropdown', options: { choices } }] } },
  })
  expect(made.status).toBe(201)
})

it('CHAN-26 names each wrong line of a sheet, and keeps nothing', async () => {
  const { status, body } = await read('Estado,Cidade\nSP\nSP,Campinas\nSP,Campinas\n')
  expect([status, body.error['errors']]).toEqual([
    400,
    [
      { field: 'csvMultilayer', message: 'formErrors.choicesColumns', values: { line: 2, found: 1, wanted: '2' } },
      {
        field: 'csvMultilayer',
        message: 'formErrors.choicesTwice',
        values: { line: 4, text: 'SP › Campinas', first: 3 },
      },
    ],
  ])
})

it('CHAN-25 refuses another part, an unknown type and parameter, JSON, and who may not change channels', async () => {
  expect((await read(SHEET, {}, 'acme-admin', 'file')).status).toBe(400)
  expect((await read(SHEET, { type: 'text' })).status).toBe(400)
  expect((await read(SHEET, { appId: 1 })).status).toBe(400)
  const json = await world.call(await world.token('acme-admin'), 'POST', 'channels/params/options', { type: 'radios' })
  expect(json.status).toBe(415)
  const { status, body } = await read(SHEET, {}, 'acme-approver')
  expect([status, body.error['message']]).toEqual([403, 'FORBIDDEN'])
})
