import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lives, type Io } from '../../cli/io'
import { main } from '../../cli/program'
import { startWorld, type TestWorld } from '../world'

let world: TestWorld
let folder: string
beforeAll(async () => {
  world = await startWorld({ now: Date.now })
  await world.listen()
  folder = mkdtempSync(join(tmpdir(), 'tocsin-consequences-'))
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a command at a terminal that answers no. */
async function declined(locale: string, ...words: string[]) {
  let told = ''
  const output = new PassThrough().setEncoding('utf8').on('data', (text: string) => (told += text))
  const input = Object.assign(new PassThrough(), { isTTY: true })
  const gathering = { isTerminal: true, width: 80, write: async (text: unknown) => void (told += String(text)) }
  const config = join(folder, locale)
  const io: Io = {
    stdin: { isTerminal: true, async *bytes() {} },
    stdout: gathering,
    stderr: gathering,
    env: { TOCSIN_HOST: world.url, TOCSIN_LOCALE: locale, TOCSIN_CONFIG_DIR: config, NO_COLOR: '1' },
    cwd: folder,
    home: folder,
    pid: process.pid,
    user: null,
    lives,
    argv: ['node', 'tocsin', ...words],
    signal: new AbortController().signal,
    now: () => world.clock.now,
    random: Math.random,
    pause: () => Promise.resolve(),
    promptStreams: () => {
      setTimeout(() => input.write('n\r'), 50)
      return { input: input as never, output: output as never }
    },
  }
  const exit = await main(words, io)
  return { exit, told }
}

async function signedIn(locale: string): Promise<void> {
  const io = { TOCSIN_CONFIG_DIR: join(folder, locale) }
  const { exit } = await import('./run-within').then(({ runWithin }) =>
    runWithin(['auth', 'login', '--username', 'root', '--password-stdin'], {
      world,
      cwd: folder,
      env: { TOCSIN_HOST: world.url, ...io },
      stdin: Buffer.from('Demo1234\n'),
    }),
  )
  expect(exit).toBe(0)
}

const ask = async (path: string) => (await world.call(await world.token('root'), 'GET', path)).body

it.each([
  ['en-US', 'Until it is unlocked, nobody can change anything in it', 'sites'],
  ['pt-BR', 'Até ser desbloqueado, ninguém poderá alterar nada nele', 'sites'],
] as const)(
  'W11 says at the terminal what locking a client stops, with numbers, in %s',
  async (locale, sentence, resource) => {
    await signedIn(locale)
    const { total } = (await ask('sites?ClientId=2&limit=1&showInactive=true')).meta
    const { exit, told } = await declined(locale, 'clients', 'lock', '2')
    expect(exit).toBe(2)
    expect(told).toContain(sentence)
    expect(told).toContain(`${new Intl.NumberFormat(locale).format(total ?? 0)} ${resource}`)
    expect((await ask('clients/2')).data).toMatchObject({ locked: false })
  },
)

it('W11 says at the terminal what keeps a record from being deleted, and asks nobody', async () => {
  await signedIn('en-US')
  const { exit, told } = await declined('en-US', 'sites', 'delete', '1')
  expect(exit).toBe(7)
  expect(told).toMatch(/It cannot be deleted: it is still used by .*\b2 registration codes \(/)
  expect(told).not.toContain('Delete site')
  const free = await world.call(await world.token('root'), 'POST', 'sites', {
    name: 'Free',
    ClientId: 2,
    location: { formatted: 'Rua 1' },
  })
  const { id } = free.body.data as unknown as { id: number }
  const asked = await declined('en-US', 'sites', 'delete', String(id))
  expect([asked.exit, asked.told]).toEqual([2, expect.stringContaining('Nothing else uses it.')])
  expect((await ask(`sites/${id}`)).data).toMatchObject({ name: 'Free' })
})
