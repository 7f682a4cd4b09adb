import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, type Reply, type TestWorld } from '../world'

let world: TestWorld
let root: string
beforeAll(async () => {
  world = await startWorld()
  root = await world.token('root')
})
afterAll(() => world.close())

const create = (code: unknown, more: object = {}) => world.call(root, 'POST', 'public-codes', { code, ...more })
const problems = ({ body }: Reply) => body.error?.errors?.map(({ field, message }) => [field, message])

it('PCODE-02 ENT-MISC-01 wants exactly six letters or digits, and keeps them in capitals', async () => {
  for (const code of ['ABCDE', 'ABCDEFG', 'ABC DE', 'ÁBCDEF', 'ABC-12'])
    expect(problems(await create(code)), code).toEqual([['code', 'formErrors.code']])
  for (const code of ['', ' ', null, undefined])
    expect(problems(await create(code))).toEqual([['code', 'formErrors.required']])
  const made = await create(' abc12z ', { state: 'SP', description: 'Escolas' })
  expect(made.body.data).toMatchObject({ code: 'ABC12Z', state: 'SP', description: 'Escolas' })
})

it('A-113 takes any few letters for a state, and a code once, in whatever case', async () => {
  expect(problems(await create('STATE1', { state: 'x'.repeat(33) }))).toEqual([['state', 'formErrors.maxLength']])
  expect((await create('STATE1', { state: 'São Paulo e região' })).status).toBe(201)
  const twice = await create('state1')
  expect([twice.status, twice.body.error]).toEqual([
    400,
    { message: 'CODE_ALREADY_EXISTS', details: { field: 'code' } },
  ])
  const { id } = (await create('STATE2')).body.data as { id: number }
  const moved = await world.call(root, 'PATCH', `public-codes/${id}`, { code: 'State1' })
  expect([moved.status, moved.body.error?.message]).toEqual([400, 'CODE_ALREADY_EXISTS'])
})

it('A-050 is seen with one right and written with another, by staff alone', async () => {
  for (const username of ['acme-admin', 'client-manager', 'broadcast-operator']) {
    const { status, body } = await world.call(await world.token(username), 'GET', 'public-codes')
    expect([username, status, body.error?.details]).toEqual([username, 403, { permission: 'public-codes:view' }])
    const write = await world.call(await world.token(username), 'POST', 'public-codes', { code: 'WRITE1' })
    expect([username, write.status, write.body.error?.details]).toEqual([
      username,
      403,
      { permission: 'public-codes:update' },
    ])
  }
  const admin = await world.token('admin')
  expect((await world.call(admin, 'POST', 'public-codes', { code: 'WRITE1' })).status).toBe(201)
})
