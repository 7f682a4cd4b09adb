import type { AuditEvent } from '@tocsin/core/resources/audit-events/types'
import type { LicenseComment } from '@tocsin/core/resources/license-comments/types'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, type Reply, type TestWorld } from '../world'

const PATH = 'license-comments/tocsin'

let world: TestWorld
let root: string
beforeAll(async () => {
  world = await startWorld()
  root = await world.token('root')
})
afterAll(() => world.close())

const problems = ({ body }: Reply) =>
  Object.fromEntries((body.error?.errors ?? []).map(({ field, message }) => [field, message]))
const whole = { title: 'T', responsible: 'R', phase: 'contract', comment: 'C', ClientId: 2 }
const made = async (draft: object) => (await world.call(root, 'POST', PATH, draft)).body.data as LicenseComment

it('S16 LIC-10 LIC-05 A-114 takes a title, a responsible and a client alone, but no comment or phase that is sent empty', async () => {
  const short = await made({ title: 'T', responsible: 'R', ClientId: 2 })
  expect(short).toMatchObject({ phase: 'pilot', comment: null, active: true })
  for (const name of ['title', 'responsible', 'ClientId']) {
    const { [name as 'title']: _, ...rest } = whole
    expect(problems(await world.call(root, 'POST', PATH, rest)), name).toEqual({ [name]: 'formErrors.required' })
  }
  for (const empty of ['', '  ', null]) {
    const refused = { comment: 'formErrors.required' }
    expect(problems(await world.call(root, 'POST', PATH, { ...whole, comment: empty }))).toEqual(refused)
    expect(problems(await world.call(root, 'POST', PATH, { ...whole, phase: empty }))).toEqual({
      phase: 'formErrors.required',
    })
    const { id } = await made(whole)
    expect(problems(await world.call(root, 'PUT', `${PATH}/${id}`, { comment: empty }))).toEqual(refused)
    expect(problems(await world.call(root, 'PUT', `${PATH}/${id}`, { phase: empty }))).toEqual({
      phase: 'formErrors.required',
    })
  }
  expect(problems(await world.call(root, 'PUT', `${PATH}/${short.id}`, { comment: '' }))).toEqual({
    comment: 'formErrors.required',
  })
})

it('LIC-11 takes the whole record with the switch turned, also of one without a comment', async () => {
  const short = await made({ title: 'T', responsible: 'R', ClientId: 2 })
  const off = await world.call(root, 'PUT', `${PATH}/${short.id}`, { ...short, active: false })
  expect([off.status, off.body.data]).toEqual([200, expect.objectContaining({ active: false, comment: null })])
})

it('LIC-09 lists those of a client, the inactive ones only when they are asked for', async () => {
  const ids = async (query: string) =>
    ((await world.call(root, 'GET', `${PATH}?${query}`)).body.data as LicenseComment[]).map(({ id }) => id)
  expect(await ids('ClientId=3')).toEqual([4])
  expect(await ids('ClientId=2&limit=2')).toEqual([2, 3])
  expect(await ids('ClientId=2&showInactive=true&limit=3')).toEqual([1, 2, 3])
})

it('LIC-06 ENT-LIC-02 keeps what a phase is only where it is another one, and wants it there', async () => {
  expect(problems(await world.call(root, 'POST', PATH, { ...whole, phase: 'other' }))).toEqual({
    phaseComment: 'formErrors.required',
  })
  const other = await made({ ...whole, phase: 'other', phaseComment: 'Auditoria' })
  expect(other.phaseComment).toBe('Auditoria')
  const back = await world.call(root, 'PUT', `${PATH}/${other.id}`, { phase: 'pilot' })
  expect(back.body.data).toMatchObject({ phase: 'pilot', phaseComment: null })
})

it('LIC-07 LIC-08 refuses a beginning after the end, at both, and keeps days as days', async () => {
  const wrong = { startDate: 'validation.startDateAfterEnd', endDate: 'validation.endDateBeforeStart' }
  const reversed = { startDate: '2026-02-02', endDate: '2026-02-01' }
  expect(problems(await world.call(root, 'POST', PATH, { ...whole, ...reversed }))).toEqual(wrong)
  const day = await made({ ...whole, startDate: '2026-02-01', endDate: '2026-02-01T08:00:00Z' })
  expect([day.startDate, day.endDate]).toEqual(['2026-02-01', '2026-02-01'])
  expect(problems(await world.call(root, 'PUT', `${PATH}/${day.id}`, { endDate: '2026-01-31' }))).toEqual(wrong)
})

it('ENT-LIC-01 answers who wrote it last', async () => {
  const { id, updatedBy } = await made(whole)
  expect(updatedBy).toBe('root')
  const manager = await world.token('client-manager')
  const changed = await world.call(manager, 'PATCH', `${PATH}/${id}`, { title: 'Outro' })
  expect(changed.body.data).toMatchObject({ title: 'Outro', updatedBy: 'client-manager' })
  const claimed = await world.call(manager, 'PATCH', `${PATH}/${id}`, { updatedBy: 'admin' })
  expect(problems(claimed)).toEqual({ updatedBy: 'formErrors.readonly' })
})

it('LIC-13 ENT-LIC-03 lists the phases by id, named in the reader’s language, to who may see them', async () => {
  const phases = (token: string, locale: string) => world.call(token, 'GET', `${PATH}/phases`, undefined, { locale })
  const { body } = await phases(root, 'en-US')
  expect(body.data).toEqual([
    { id: 'pilot', name: 'Pilot' },
    { id: 'contract', name: 'Contract' },
    { id: 'price_proposal', name: 'Price proposal' },
    { id: 'implementation', name: 'Implementation' },
    { id: 'other', name: 'Other' },
  ])
  expect(body.total).toBe(5)
  expect((await phases(root, 'pt-BR')).body.data).toContainEqual({ id: 'price_proposal', name: 'Proposta de preço' })
  const refused = await phases(await world.token('acme-admin'), 'en-US')
  expect([refused.status, refused.body.error?.details]).toEqual([403, { permission: 'license:comments:view' }])
})

it('keeps the history of what staff note of a client from the client', async () => {
  await made(whole)
  const events = async (username: string) =>
    (await world.call(await world.token(username), 'GET', 'audit-events?limit=1000')).body.data as AuditEvent[]
  const staff = (await events('client-manager')).find(({ noun }) => noun === 'license-comments')!
  expect(staff.changes).toMatchObject({ comment: { after: 'C' } })
  const acme = await events('acme-admin')
  expect(acme.length).toBeGreaterThan(0)
  expect(acme.filter(({ noun }) => noun === 'license-comments')).toEqual([])
  const direct = await world.call(await world.token('acme-admin'), 'GET', `audit-events/${staff.id}`)
  expect(direct.status).toBe(404)
})
