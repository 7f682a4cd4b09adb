import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { withServer } from '../../server/context/actor'
import { startWorld, type TestWorld } from '../world'
import { uploadSheet, type Sending } from '../upload-sheet'

let world: TestWorld
beforeAll(async () => (world = await startWorld()))
afterAll(() => world.close())

type Outcome = {
  created: number
  updated: number
  unchanged: number
  skipped: number
  errors: { row: number; column: string | null; code: string; message: string }[]
  changes: Record<string, number>
}
const HEADER = 'name,username,email,phone,role,site,active'

const upload =
  (file: string) =>
  (lines: string[], sending: Sending = {}) =>
    uploadSheet(world, [...lines, ''].join('\n'), { username: 'acme-admin', client: 2, file, ...sending })
const users = upload('csvUsers')
const codes = upload('csvRegistrationCodes')

/** Returns the problems of a refused upload, and the figures of any other. */
const outcome = ({ status, body }: Awaited<ReturnType<typeof users>>) =>
  status === 200
    ? (body.data as Outcome)
    : (body.error?.details?.['rows'] as Outcome['errors'] | undefined)?.map(({ row, column, code }) => [
        row,
        column,
        code,
      ])

const listed = async (noun: string, query: string) =>
  (await world.call(await world.token('root'), 'GET', `${noun}?${query}&perPage=1000`)).body.data as Record<
    string,
    unknown
  >[]

describe('a sheet of users', () => {
  it('USERS-12 A-060 creates users of the client without a password, and tells each by mail how to set one', async () => {
    const lines = [
      HEADER,
      'Ana Souza,ana.souza,ana@example.org,+55 81 98888-7777,Gestor do cliente,,sim',
      'Bruno,bruno.lima,bruno@example.org,,aprovador,,',
      'Célia,celia,celia@example.org,,manager,1,não',
    ]
    const planned = await users(lines, { query: '?dryRun=1' })
    expect(outcome(planned)).toMatchObject({ created: 3, errors: [] })
    expect(await listed('users', 'ClientId=2&q=ana.souza')).toEqual([])
    const written = await users(lines, { key: 'people-1' })
    expect([written.status, outcome(written)]).toEqual([200, expect.objectContaining({ created: 3, errors: [] })])
    // A repeat under its key gets the answer again.
    expect(outcome(await users(lines, { key: 'people-1' }))).toMatchObject({ created: 3 })
    expect(await listed('users', 'ClientId=2&q=ana.souza')).toMatchObject([
      {
        name: 'Ana Souza',
        userType: 'client',
        ClientId: 2,
        role: 'admin',
        phone: '+5581988887777',
        active: true,
        hasPassword: false,
        emailVerified: false,
      },
    ])
    expect(await listed('users', 'ClientId=2&q=celia&showInactive=true')).toMatchObject([{ SiteId: 1, active: false }])
    const { rows: mails } = await withServer(world.database, (tx) =>
      sql`select recipient, client_id from outbox where template = 'welcome' and client_id = 2 order by id`.execute(tx),
    )
    expect(mails).toEqual(['ana', 'bruno', 'celia'].map((name) => ({ recipient: `${name}@example.org`, client_id: 2 })))
    const events = await listed('audit-events', 'noun=users&verb=create')
    expect(JSON.stringify(events)).not.toContain('password')
    expect(JSON.stringify(events)).toContain('ana.souza')
  })

  it('A-065 leaves an existing user alone, or changes only the columns of the file; nobody is made twice', async () => {
    const again = [HEADER, 'Ana Souza,Ana.Souza,ana@example.org,+5581988887777,admin,,sim']
    expect(outcome(await users(again))).toMatchObject({ unchanged: 1, created: 0 })
    const other = ['name,username,email,role', 'Ana S.,ana.souza,ana@example.org,approver']
    expect(outcome(await users(other))).toMatchObject({ skipped: 1, changes: { name: 1, role: 1 } })
    expect(outcome(await users(other, { query: '?mode=upsert' }))).toMatchObject({ updated: 1 })
    expect(await listed('users', 'ClientId=2&q=ana.souza')).toMatchObject([
      { name: 'Ana S.', role: 'approver', phone: '+5581988887777' },
    ])
    expect(outcome(await users(other, { query: '?mode=upsert' }))).toMatchObject({ unchanged: 1 })
  })

  it('T15 USERS-20 names every row that the API would refuse, and writes none of the others', async () => {
    const before = (await listed('users', 'ClientId=2&showInactive=true')).length
    const lines = [
      HEADER,
      'Boa,boa,boa@example.org,,admin,,',
      'Raiz,raiz,raiz@example.org,,root,,',
      'Sem,sem,,,admin,,',
      'Feio,feio,not an address,,admin,,',
      'Longe,longe,longe@example.org,,manager,Nenhum lugar,',
      'Sem site,semsite,semsite@example.org,,manager,,',
      // The username of another client's user, and of the provider's: it is taken, and nothing else is told.
      'Outra,borealis-admin,outra@example.org,,admin,,',
      'Raiz,root,raiz@example.org,,admin,,',
      'Boa,BOA,boa@example.org,,admin,,',
      'Talvez,talvez,talvez@example.org,,admin,,perhaps',
    ]
    const planned = outcome(await users(lines, { query: '?dryRun=1' })) as Outcome
    const found = planned.errors.map(({ row, column, code }) => [row, column, code])
    expect(found.sort((one, other) => Number(one[0]) - Number(other[0]))).toEqual([
      [2, 'role', 'invalid'],
      [3, 'email', 'missing_data'],
      [4, 'email', 'invalid'],
      [5, 'site', 'unknown_site'],
      [6, 'site', 'missing_data'],
      [7, 'username', 'taken'],
      [8, 'username', 'taken'],
      [9, 'username', 'duplicate'],
      [10, 'active', 'invalid'],
    ])
    expect(planned.created).toBe(1)
    expect((await users(lines)).status).toBe(400)
    expect((await listed('users', 'ClientId=2&showInactive=true')).length).toBe(before)
  })

  it('T05 T15 refuses who may not create such users one by one', async () => {
    const lines = [HEADER, 'Nova,nova,nova@example.org,,admin,,']
    expect((await users(lines, { username: 'acme-approver' })).status).toBe(403)
    expect((await users(lines, { username: 'acme-site-manager' })).status).toBe(403)
    expect((await users(lines, { username: 'borealis-admin' })).status).toBe(404)
    expect((await users(lines, { username: 'monitor-admin' })).status).toBe(404)
    expect((await users(lines, { username: 'client-manager', client: 3 })).status).toBe(404)
    expect((await users(lines, { username: 'client-manager', query: '?dryRun=1' })).status).toBe(200)
    expect((await users(lines, { query: '?siteType=site' })).body.error?.message).toBe('UNKNOWN_PARAMETER')
    // The file chooses no type of user: it is a client's.
    const root = await users(['name,username,email,role,userType', 'X,x,x@example.org,root,tocsin'], {
      username: 'root',
    })
    expect(outcome(root)).toEqual([[1, 'role', 'invalid']])
  })
})

describe('a sheet of registration codes', () => {
  it('CODE-02 A-096 creates codes of the client and of its sites, with their form, and leaves existing ones alone', async () => {
    const lines = ['code,site,autoApprove', 'zxy234,,sim', 'ZXY235,1,não', 'ZXY236,,']
    expect(outcome(await codes(lines, { query: '?dryRun=1' }))).toMatchObject({ created: 3, errors: [] })
    expect(outcome(await codes(lines))).toMatchObject({ created: 3 })
    expect(outcome(await codes(lines))).toMatchObject({ unchanged: 3 })
    const rows = await listed('registration-codes', 'ClientId=2&q=ZXY23&order=code ASC')
    expect(rows).toMatchObject([
      { code: 'ZXY234', mode: 'client', SiteId: null, config: { autoApprove: true } },
      { code: 'ZXY235', mode: 'site', SiteId: 1, config: { autoApprove: false } },
      { code: 'ZXY236', mode: 'client' },
    ])
    const moved = ['code,site', 'ZXY235,']
    expect(outcome(await codes(moved, { query: '?mode=upsert' }))).toMatchObject({ updated: 1, changes: { site: 1 } })
    expect(await listed('registration-codes', 'ClientId=2&q=ZXY235')).toMatchObject([{ mode: 'client', SiteId: null }])
  })

  it('T102 tells of a code that somebody else has no more than one at a time, and counts the clash', async () => {
    const [foreign] = await listed('registration-codes', 'ClientId=3')
    const refused = await codes(['code', 'ZXY237', String(foreign?.['code'])])
    expect([refused.status, refused.body.error?.message]).toEqual([400, 'CODE_ALREADY_EXISTS'])
    expect(outcome(refused)).toBeUndefined()
    expect(await listed('registration-codes', 'ClientId=2&q=ZXY237')).toEqual([])
    const clashes = await listed('audit-events', 'verb=codeClash')
    expect(clashes.length).toBe(1)
    // An account that sees both clients is told which row it is.
    const seen = await codes(['code', 'ZXY237', String(foreign?.['code'])], { username: 'root' })
    expect(outcome(seen)).toEqual([[2, 'code', 'code_taken']])
  })

  it('refuses a wrong code, an unknown site and form, and who may not create codes', async () => {
    const lines = ['code,site,form', 'ABC,,', 'QQQ222,Nenhum,', 'QQQ223,,Nenhum']
    expect(outcome(await codes(lines))).toEqual([
      [1, 'code', 'invalid'],
      [2, 'site', 'unknown_site'],
      [3, 'form', 'unknown_form'],
    ])
    expect((await codes(lines, { username: 'acme-approver' })).status).toBe(403)
  })
})
