import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ATOMIC_ROWS, CHUNK_ROWS } from '@tocsin/core/import/chunks'
import type { TestWorld } from '../world'
import { uploadSheet } from '../upload-sheet'
import { runWithin } from './run-within'
import { openWorldAndFolder } from './world-and-folder'

let world: TestWorld
let folder: string
openWorldAndFolder('strict', (opened, made) => {
  ;[world, folder] = [opened, made]
})

async function tocsin(...words: string[]) {
  const env = {
    TOCSIN_HOST: world.url,
    TOCSIN_LOCALE: 'en-US',
    TOCSIN_TOKEN: await world.token('root'),
    TOCSIN_CONFIG_DIR: join(folder, 'config'),
  }
  return runWithin(words, { world, cwd: folder, env, stdin: Buffer.alloc(0) })
}

const KINDS = {
  sites: {
    header: 'siteName,siteAddress',
    row: (name: string, n: number) => `${name} ${n},Rua ${n}`,
    bad: 'Sem endereço,',
  },
  teams: {
    header: 'siteName,siteAddress,teamTimezone',
    row: (name: string, n: number) => `${name} ${n},Rua ${n},America/Recife`,
    bad: 'Sem endereço,,America/Recife',
  },
} as const

describe.each(Object.entries(KINDS))('%s', (noun, { header, row, bad }) => {
  const sheet = (name: string, good: number, wrong: number) => {
    const rows = Array.from({ length: good }, (_, n) => row(name, n))
    // The bad rows stand among the good ones, beyond the first part that is sent.
    rows.splice(Math.floor(good * 0.7), 0, ...Array.from({ length: wrong }, () => bad))
    writeFileSync(join(folder, 'rows.csv'), [header, ...rows, ''].join('\n'))
  }
  const importing = (...flags: string[]) =>
    tocsin(noun, 'import', 'rows.csv', '--client=Vazia', '--yes', '--json', ...flags)
  const count = async () =>
    (await tocsin(noun, 'list', '--client=Vazia', '--all', '-o', 'ids')).stdout.split('\n').length - 1

  it('CARD-07 --max-errors writes the good rows up to that many bad ones, and nothing beyond', async () => {
    const before = await count()
    sheet('Limite', 300, 4)
    const { exit, stdout, stderr } = await importing('--max-errors=3')
    expect([exit, JSON.parse(stdout)]).toEqual([3, expect.objectContaining({ created: 0, rejected: 4, unsent: 300 })])
    expect(stderr).toContain('rows.csv:212')
    expect(stderr).toContain('"code":"TOO_MANY_ERRORS"')
    expect(stderr).toContain('4 rows are invalid, more than --max-errors=3; nothing was written')
    expect(readFileSync(join(folder, 'rows.rejects.csv'), 'utf8').split('\n').length).toBe(6)
    expect(await count()).toBe(before)
    expect((await importing('--max-errors=3', '--dry-run', '--exit-code')).exit).toBe(3)

    const within = await importing('--max-errors=4')
    expect([within.exit, JSON.parse(within.stdout)]).toEqual([
      8,
      expect.objectContaining({ created: 300, rejected: 4 }),
    ])
    expect(await count()).toBe(before + 300)
  })

  it('A-064 --atomic writes more rows than a chunk in one transaction, or none of them', async () => {
    const before = await count()
    const rows = 3 * CHUNK_ROWS
    sheet('Inteiro', rows, 1)
    const refused = await importing('--atomic')
    expect([refused.exit, await count()]).toEqual([3, before])

    // Somebody takes a code of the last row after the plan.
    const code = noun === 'sites' ? 'ZZZ998' : 'ZZZ999'
    sheet('Inteiro', rows, 0)
    const lines = readFileSync(join(folder, 'rows.csv'), 'utf8').trim().split('\n')
    const coded = lines.map((line, at) => `${line},${at === 0 ? 'siteAppCode' : at === rows ? code : ''}`)
    writeFileSync(join(folder, 'rows.csv'), coded.join('\n'))
    const root = await world.token('root')
    let asked = 0
    world.faults.current = async (point, { method, route }) => {
      if (point !== 'request' || method !== 'POST' || !route.endsWith('/upload') || ++asked !== 2) return undefined
      const { status } = await world.call(root, 'POST', 'registration-codes', { code, ClientId: 4, mode: 'client' })
      expect(status).toBe(201)
      return undefined
    }
    const failed = await importing('--atomic')
    expect([failed.exit, asked, await count()]).toEqual([3, 2, before])
    expect(failed.stderr).toContain('code_taken')
    sheet('Inteiro', rows, 0)

    let sent = 0
    world.faults.current = (point, { method, route }) => {
      if (point === 'answer' && method === 'POST' && route.endsWith('/upload') && ++sent === 1) return 'drop'
      return undefined
    }
    const written = await importing('--atomic')
    expect([written.exit, JSON.parse(written.stdout)]).toEqual([
      0,
      expect.objectContaining({ created: rows, unsent: 0 }),
    ])
    // The write whose answer was lost, and its repeat.
    expect([sent, await count()]).toEqual([2, before + rows])
    expect(existsSync(join(folder, 'rows.rejects.csv'))).toBe(true)
  })

  it('A-064 --atomic refuses a file beyond its bound before anything is sent', async () => {
    const before = await count()
    sheet('Demais', ATOMIC_ROWS + 1, 0)
    let asked = 0
    world.faults.current = (_, { route }) => void (asked += route.endsWith('/upload') ? 1 : 0)
    const { exit, stderr } = await importing('--atomic')
    expect([exit, asked, await count()]).toEqual([3, 0, before])
    expect(stderr).toContain('more than 2000 rows or 2 MiB, too many for one transaction')
  })

  it.each([
    [['--atomic', '--on-error=skip'], '--atomic'],
    [['--atomic', '--max-errors=1'], '--atomic'],
    [['--max-errors=1', '--on-error=stop'], '--max-errors'],
    [['--max-errors=some'], '--max-errors'],
    [['--max-errors=-1'], '--max-errors'],
  ])('C17 refuses %s', async (flags, named) => {
    sheet('Nada', 1, 0)
    const { exit, stderr } = await importing(...flags)
    expect([exit, stderr]).toEqual([2, expect.stringContaining(named)])
  })
})

it('A-064 takes more rows in one request only if they are meant as one transaction', async () => {
  const rows = ['siteName,siteAddress', ...Array.from({ length: CHUNK_ROWS + 1 }, (_, n) => `Direto ${n},Rua ${n}`)]
  const send = async (query: string) => (await uploadSheet(world, rows.join('\n'), { client: 4, query })).status
  expect([await send(''), await send('?atomic=perhaps')]).toEqual([400, 400])
  expect(await send('?atomic=1')).toBe(200)
})
