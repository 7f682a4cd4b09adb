import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openSheet } from '@tocsin/core/csv/sheet'
import { sourceOfBytes } from '@tocsin/core/csv/source'
import { ApiError, errorFrom } from '@tocsin/core/base/errors'
import { SITE_HEADER } from '@tocsin/core/resources/sites/csv-columns'
import { expect, it } from 'vitest'
import { usageError } from './command-error'
import { createContext } from './context'
import { failureOf, tellFailure } from './errors'
import { openRejects } from './import/rejects'
import { readJson } from './input'
import type { Io } from './io'
import { writeWhole } from './whole-file'

const hostile = 'sites\u001b[2J\u202e.csv'

async function told(
  output: string | undefined,
  tell: (context: ReturnType<typeof createContext>) => Promise<unknown>,
  locale = 'en-US',
) {
  let text = ''
  const stderr = { isTerminal: true, width: 80, write: async (piece: unknown) => void (text += String(piece)) }
  const context = createContext(
    { env: {}, stderr } as unknown as Io,
    output === undefined ? { locale } : { output, locale },
  )
  await tell(context)
  return text
}

it('what was typed or stored cannot command the terminal from an error', async () => {
  const refusal = usageError('cli.usage.input', { path: hostile }, { lines: [hostile] })
  const tell = async (context: ReturnType<typeof createContext>) =>
    tellFailure(await failureOf(refusal, context), context.asJson, context)
  expect(await told(undefined, tell)).toBe('error: sites [2J.csv is not valid JSON (USAGE)\n  sites [2J.csv\n')
  const json = await told('json', tell)
  expect(json).not.toMatch(/[\u001b\u202e]/)
  expect(JSON.parse(json)).toMatchObject({ error: { message: `${hostile} is not valid JSON` } })
})

it.each([
  ['a file used as a folder', (file: string) => readFileSync(join(file, 'sites.csv')), 'is not a folder'],
  ['a folder to be made where a file is', (file: string) => mkdirSync(file), 'is not a folder'],
  ['a folder read as a file', (file: string) => readJson({ cwd: '/' } as Io, dirname(file)), 'is a folder'],
  ['what is not there', (file: string) => openSync(`${file}.csv`, 'r'), 'there is no file'],
] as const)('%s is told in words, with its path', async (_, use, words) => {
  const file = fileURLToPath(import.meta.url)
  let thrown: unknown
  try {
    await use(file)
  } catch (error) {
    thrown = error
  }
  const text = await told(undefined, async (context) => tellFailure(await failureOf(thrown, context), false, context))
  expect(text).toMatch(new RegExp(`^error: .*(${words}).* \\(FILE_ERROR\\)\n$`))
})

it('a full disk of the server is temporary, and says what to do', async () => {
  const full = new ApiError({ status: 507, code: 'DISK_FULL' })
  const text = await told(undefined, async (context) => tellFailure(await failureOf(full, context), false, context))
  expect(text).toContain('(DISK_FULL)\nhint: make room there, then do it once more\n')
  const context = createContext({ env: {} } as unknown as Io, {})
  expect(await failureOf(full, context)).toMatchObject({ exitCode: 9, retryable: true })
})

it.each([
  ['en-US', 413, 'error: http://127.0.0.1:4000 answered HTTP 413 without a message (HTTP_413)\n'],
  ['pt-BR', 502, 'erro: a resposta de http://127.0.0.1:4000 foi HTTP 502 e não disse mais nada (HTTP_502)\n'],
])('S17 an answer without words of its own is told with its status, in %s', async (locale, status, line) => {
  const error = errorFrom(status, 'Some English', '<h1>No</h1>', { requestId: null, retryAfter: null })
  const tell = async (context: ReturnType<typeof createContext>) =>
    tellFailure(await failureOf(error, context), false, context)
  expect(await told(undefined, tell, locale)).toBe(line)
})

it.each([
  ['root', ['clients:create'], null, 'CLIENT_LOCKED', 'tocsin clients unlock 2'],
  ['admin', [], null, 'CLIENT_LOCKED', null],
  ['admin', [], 'root', 'SIGNED_IN_AS', 'tocsin auth switch root'],
])('the next step of %s is known from the account, whether or not it has made a call', async (...given) => {
  const [username, roles, impersonator, code, next] = given
  const claims = { sub: '1', username, roles, impersonator: impersonator && { id: 2, username: impersonator } }
  const token = `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`
  const context = createContext({ env: { TOCSIN_TOKEN: token } } as unknown as Io, {})
  const error = new ApiError({ status: 401, code, details: { ClientId: 2 } })
  expect((await failureOf(error, context)).next).toBe(next)
})

it('a failure is told although the account cannot be read', async () => {
  const context = createContext({ env: {} } as unknown as Io, { account: 'nobody' })
  const error = new ApiError({ status: 401, code: 'NOT_AUTHENTICATED' })
  expect(await failureOf(error, context)).toMatchObject({ code: 'NOT_AUTHENTICATED', next: 'tocsin auth login' })
})

it('nor from a note, which is a line of JSON where the output is JSON', async () => {
  expect(await told(undefined, ({ note }) => note(hostile))).toBe('sites [2J.csv\n')
  const json = await told('ndjson', ({ note }) => note(hostile))
  expect(json).not.toMatch(/[\u001b\u202e]/)
  expect(JSON.parse(json)).toEqual({ note: hostile })
})

// A write into it fails as on a full disk. The file written beside the target is a link to it.
const canFill = existsSync('/dev/full')
it.runIf(canFill)('T136 says of a full disk that it is full, and which file was not written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-full-'))
  const full = (name: string) => symlinkSync('/dev/full', join(folder, name))
  const failed = async (work: () => unknown) => {
    try {
      await work()
    } catch (error) {
      const context = createContext({ env: {} } as unknown as Io, {})
      return await failureOf(error, context)
    }
    return null
  }
  async function* text() {
    yield 'siteName,siteAddress\n'
  }
  try {
    full('all.csv.7.part')
    const io = { cwd: folder, pid: 7, signal: new AbortController().signal }
    expect(await failed(() => writeWhole(io, 'all.csv', text()))).toMatchObject({
      code: 'FILE_ERROR',
      message: 'the disk is full: all.csv was not written',
    })

    full('rejects.csv.7.part')
    const bytes = new TextEncoder().encode('siteName,siteAddress\nA,B\n')
    const sheet = await openSheet(sourceOfBytes(bytes), SITE_HEADER)
    const rejects = openRejects(join(folder, 'rejects.csv'), { pid: 7, lives: () => true }, sheet, () => '')
    expect(await failed(() => rejects.add({ line: 2, raw: ['A', 'B'], problems: [] }))).toMatchObject({
      code: 'FILE_ERROR',
      message: `the disk is full: ${join(folder, 'rejects.csv')} was not written`,
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
