import { encodeMultipart } from '@tocsin/core/api/multipart'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, type Reply, type TestWorld } from '../world'

let world: TestWorld
let root: string
let admin: string
beforeAll(async () => {
  world = await startWorld()
  root = await world.token('root')
  admin = await world.token('acme-admin')
})
afterAll(() => world.close())

const publicCode = (code: string) => world.call(root, 'POST', 'public-codes', { code })
const registrationCode = (draft: object, token = admin) =>
  world.call(token, 'POST', 'registration-codes', { mode: 'client', ClientId: 2, ...draft })
const told = ({ status, body }: Reply) => [status, body.error]
const TAKEN = [400, { message: 'CODE_ALREADY_EXISTS', details: { field: 'code' } }]

it('CODE-02 PCODE-02 takes a code for one thing alone, and says of neither whose it is', async () => {
  const open = (await publicCode('TWICE1')).body.data as { id: number }
  const own = (await registrationCode({ code: 'TWICE2' })).body.data as { id: number }
  expect(told(await registrationCode({ code: 'twice1' }))).toEqual(TAKEN)
  expect(told(await publicCode('TWICE2'))).toEqual(TAKEN)
  const change = (path: string, code: string) => world.call(root, 'PATCH', path, { code })
  expect(told(await change(`registration-codes/${own.id}`, 'TWICE1'))).toEqual(TAKEN)
  expect(told(await change(`public-codes/${open.id}`, 'TWICE2'))).toEqual(TAKEN)
  expect((await change(`public-codes/${open.id}`, 'TWICE1')).status).toBe(200)

  expect((await world.call(root, 'DELETE', `public-codes/${open.id}`)).status).toBe(200)
  expect((await registrationCode({ code: 'TWICE1' })).status).toBe(201)
})

it('takes it once however many want it at the same moment', async () => {
  for (const code of ['RACE01', 'RACE02', 'RACE03', 'RACE04']) {
    const replies = await Promise.all([
      publicCode(code),
      registrationCode({ code }),
      publicCode(code),
      registrationCode({ code }),
    ])
    const outcomes = replies.map(({ status }) => status).toSorted((one, other) => one - other)
    expect(outcomes, code).toEqual([201, 400, 400, 400])
  }
})

it('makes another code of its own where the first is a public one, and refuses it in a file', async () => {
  expect((await publicCode('222222')).status).toBe(201)
  const { random } = world.parts
  const clashing = () => {
    let calls = 0
    // 2 is the first letter of a generated code: the first one drawn exists already.
    world.parts.random = (size) => (calls++ === 0 ? new Uint8Array(size) : random(size))
  }
  clashing()
  const made = await registrationCode({})
  clashing()
  const added = await world.call(admin, 'POST', 'sites/3/add-code', {})
  world.parts.random = random
  expect([made.status, added.status], `${made.text} ${added.text}`).toEqual([201, 200])
  for (const { text } of [made, added]) expect(text).not.toContain('222222')

  const sheet = 'siteName,siteAddress,siteAppCode\nA,B,222222\n'
  const bytes = new TextEncoder().encode(sheet)
  const { contentType, body } = encodeMultipart({}, { csvSites: { name: 's.csv', type: 'text/csv', bytes } }, 'b')
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/clients/2/upload',
    headers: { authorization: `Bearer ${admin}`, 'content-type': contentType },
    payload: Buffer.from(body),
  })
  expect([answer.statusCode, answer.json().error]).toEqual(TAKEN)
})
