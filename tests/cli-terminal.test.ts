import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { quoteWord } from '@tocsin/core/command-line/line'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withServer } from '../server/context/actor'
import { builtProgram } from './cli/run-spawned'
import { root } from './cli/golden'
import { deliver, deliverCode } from './deliver'
import { startWorld, type TestWorld } from './world'

/** `script` of bsdutils gives a terminal; a machine other than CI may lack it. */
const recorder = 'script'
const has = spawnSync(recorder, ['--version']).status === 0
if (!has && process.env['CI']) throw new Error('the tests of the terminal need `script` (bsdutils)')

const folder = mkdtempSync(join(tmpdir(), 'tocsin-terminal-'))
const clock = join(root, 'tests/cli/clock.cjs')
let world: TestWorld

/** Returns the screen of a terminal of so many columns; each of `answers` is typed once its prompt has appeared. */
function terminal(
  args: readonly string[],
  {
    columns = 80,
    env = {},
    answers = [],
  }: { columns?: number; env?: Record<string, string>; answers?: [string, string | (() => Promise<string>)][] } = {},
): Promise<{ exit: number | null; text: string }> {
  const line = [process.execPath, '--require', clock, builtProgram, ...args].map(quoteWord).join(' ')
  const child = spawn(recorder, ['-qec', `stty cols ${columns} rows 24; ${line}`, '/dev/null'], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      TERM: 'xterm-256color',
      SHELL: '/bin/sh',
      TOCSIN_HOST: world.url,
      TOCSIN_LOCALE: 'en-US',
      TOCSIN_TEST_NOW: String(world.clock.now),
      ...env,
    },
  })
  const waiting = [...answers]
  let text = ''
  let seen = 0
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8')
    for (;;) {
      const [next] = waiting
      const at = next ? text.indexOf(next[0], seen) : -1
      if (!next || at < 0) return
      seen = at + next[0].length
      waiting.shift()
      const [, answer] = next
      // Only read: an answer waits for the question behind it, before which the terminal itself would show it.
      if (answer === '') continue
      if (typeof answer === 'string') child.stdin.write(answer)
      else void answer().then((typed) => child.stdin.write(typed))
      return
    }
  })
  return new Promise((resolve) => child.on('close', (exit) => resolve({ exit, text: text.replaceAll('\r\n', '\n') })))
}

// eslint-disable-next-line no-control-regex
const plain = (text: string) => text.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '')

describe.runIf(has)('a terminal', () => {
  let token: { TOCSIN_TOKEN: string }
  beforeAll(async () => {
    execFileSync(process.execPath, [join(root, 'scripts/build.mjs'), 'cli'], { stdio: 'ignore' })
    world = await startWorld()
    await world.listen()
    token = { TOCSIN_TOKEN: await world.token('root') }
  })
  afterAll(async () => {
    await world.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('CARD-08 gets a table of its width with a bold header', async () => {
    const { exit, text } = await terminal(['sites', 'list', '--client=Acme', '--limit=3'], { columns: 60, env: token })
    expect(exit).toBe(0)
    expect(text).toContain('\u001b[1mID')
    const lines = plain(text).trim().split('\n')
    expect(lines).toHaveLength(4)
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(60)
    expect(lines[1]).toContain('…')
  })

  it('C21 exports to a file of the usual name, since nobody reads thousands of rows on a screen', async () => {
    const { text, exit } = await terminal(['survey-results', 'export', '--survey=1'], {
      env: { TOCSIN_TOKEN: await world.token('root') },
    })
    const [, file = ''] = /rows written to (survey-results-1-\d{8}-\d{6}\.csv)/.exec(text) ?? []
    expect([exit, readFileSync(join(folder, file), 'utf8').split('\r\n').length > 2]).toEqual([0, true])
  })

  it('LANG-01 speaks Portuguese, without colours where none are wanted', async () => {
    const env = { ...token, TOCSIN_LOCALE: 'pt-BR', NO_COLOR: '1' }
    const { text } = await terminal(['clients', 'list'], { env })
    expect(text).toBe(
      [
        'ID  Nome            Nome curto  Ativo  Bloqueado',
        '2   Acme Educação   Acme        sim    não',
        '3   Borealis Saúde  Borealis    sim    sim',
        '4   Cidade Vazia    Vazia       sim    não',
        '1   tocsin          tocsin      sim    não',
        '',
      ].join('\n'),
    )
    for (const all of [[], ['--all']])
      expect(plain((await terminal(['projects', 'list', '--client=Acme', '--q=nada', ...all], { env })).text)).toBe(
        'Não há projetos.\n',
      )
  })

  it('C25 asks for the required fields that a new record lacks, and for no others', async () => {
    const { text, exit } = await terminal(['projects', 'create', '--client=Vazia', '--json=name,description'], {
      env: token,
      answers: [
        ['Name (--name)', 'Litoral\r'],
        ['Description (--description)', 'Mar\r'],
      ],
    })
    expect([exit, plain(text)]).toEqual([0, expect.stringContaining('"description": "Mar"')])
    expect(text).not.toContain('--default')
  })

  it('C24 tells what an action lacks before it asks whether to do it', async () => {
    const { text, exit } = await terminal(['apps', 'publish', '1'], { env: token })
    expect([exit, plain(text)]).toEqual([3, expect.stringContaining('--version-comment is required')])
    expect(text).not.toContain('(y/N)')
  })

  it.each([
    [['--no-input'], {}],
    [[], { TOCSIN_NO_INPUT: '1' }],
    [[], { CI: 'true' }],
  ] as [string[], Record<string, string>][])('B9 is asked nothing with %j %j', async (flags, env) => {
    for (const [words, named] of [
      [['clients', 'lock', 'Vazia'], '--yes'],
      [['sites', 'deactivate', '2'], '--yes'],
      [['auth', 'login'], '--username'],
      [['auth', 'login', '--username=root'], '--password-stdin'],
      [['profile', 'password'], '--old-password-stdin'],
    ] as const) {
      const { exit, text } = await terminal([...words, ...flags], { env: { ...token, ...env } })
      expect([words.join(' '), exit]).toEqual([words.join(' '), 2])
      expect(plain(text)).toContain('uestions are off (--no-input, TOCSIN_NO_INPUT or CI): give')
      expect(plain(text)).toContain(named)
    }
    // A variable that says no is none.
    const asked = await terminal(['clients', 'lock', 'Vazia'], {
      env: { ...token, CI: 'false', TOCSIN_NO_INPUT: '0' },
      answers: [['(y/N)', '\r']],
    })
    expect(plain(asked.text)).toContain('not confirmed, nothing was done')
  })

  it('C09 C11 shows each repeat, with the address and the cause', async () => {
    const { exit, text } = await terminal(['sites', 'list', '--retry=2', '--host=http://127.0.0.1:1'], { env: token })
    const cause = 'http://127.0.0.1:1 cannot be reached: the connection was refused, ECONNREFUSED'
    expect([
      exit,
      plain(text)
        .replace(/in [\d.]+ s$/gm, 'in ? s')
        .split('\n'),
    ]).toEqual([
      9,
      [
        `${cause}; retry 1 of 2 in ? s`,
        `${cause}; retry 2 of 2 in ? s`,
        `error: ${cause} (NETWORK_ERROR)`,
        'hint: is the server running, and is TOCSIN_HOST right?',
        '',
      ],
    ])
  })

  it('is asked before a client is locked, and no is the answer unless yes is typed', async () => {
    const answered = (answer: string) =>
      terminal(['clients', 'lock', 'Vazia', '--json=locked'], { env: token, answers: [['(y/N)', `${answer}\r`]] })
    const declined = await answered('')
    expect(declined.exit).toBe(2)
    expect(plain(declined.text)).toContain('Lock client Cidade Vazia?')
    expect(plain(declined.text)).toContain('not confirmed, nothing was done')
    const consented = await answered('y')
    expect(consented.exit).toBe(0)
    expect(plain(consented.text)).toContain('"locked": true')
  })

  it('MFA-01 MFA-02 asks for the code after the password, again after a wrong one, and sends another by the way chosen', async () => {
    const env = { TOCSIN_CONFIG_DIR: join(folder, 'second-step') }
    const { exit, text } = await terminal(['auth', 'login', '--username', 'acme-mfa'], {
      env,
      columns: 100,
      answers: [
        ['Password', 'Demo1234\r'],
        ['Code sent by e-mail, valid for 120 s', 'aaaaaaa\r'],
        ['The code is not valid', '\r'],
        ['How should the code be sent?', '\u001b[B\r'],
        // The server refuses another code. The earlier one stays in force, and the prompt says how it was sent.
        ['Code sent by SMS', '\r'],
        ['How should the code be sent?', '\r'],
        ['It can be changed again', ''],
        ['Code sent by SMS', codeTyped],
      ],
    })
    expect(exit, plain(text)).toBe(0)
    expect(plain(text)).toContain('as acme-mfa (client, admin)')
  })

  const codeTyped = async () => `${await deliverCode(world)}\r`.toLowerCase()

  it('LOGIN-19 RESET-07 asks for the code that came by SMS and for a new password, and sets it', async () => {
    const env = { TOCSIN_CONFIG_DIR: join(folder, 'reset') }
    const { exit, text } = await terminal(['auth', 'password-reset'], {
      env,
      answers: [
        ['Username', 'acme-mfa\r'],
        ['Code that was sent', codeTyped],
        ['New password', 'curta\r'],
        ['at least 8 characters', ''],
        ['New password', 'Quatro4Ventos\r'],
        ['once more', 'Quatro4ventos\r'],
        ['must equal the password', ''],
        ['New password', 'Quatro4Ventos\r'],
        ['once more', 'Quatro4Ventos\r'],
      ],
    })
    expect(exit, plain(text)).toBe(0)
    expect(plain(text)).toContain('a code was sent by SMS')
    expect(plain(text)).toContain('the password is set')
    expect(text).not.toContain('Quatro4Ventos')
    const login = { username: 'acme-mfa', password: 'Quatro4Ventos' }
    expect((await world.call(null, 'POST', 'authentication/login', login)).status).toBe(200)
  })

  it('MFA-13 MFA-17 MFA-19 sets up a method by prompts: password, phone, code, and whether sign-in asks for it', async () => {
    await deliver(world)
    const env = { TOCSIN_CONFIG_DIR: join(folder, 'set-up'), TOCSIN_LOCALE: 'pt-BR' }
    const login = ['auth', 'login', '--username', 'acme-approver']
    expect((await terminal(login, { env, answers: [['Senha', 'Demo1234\r']] })).exit).toBe(0)
    const { exit, text } = await terminal(['profile', 'mfa', 'add'], {
      env,
      columns: 120,
      answers: [
        ['Como os códigos', '\u001b[B\r'],
        ['Senha atual', 'Demo1234\r'],
        ['Telefone', '99990000\r'],
        ['deve ser um sinal de mais', '+5548999990000\r'],
        ['(outro em 150 s)', '\r'],
        ['outro código pode ser enviado em 150 s', 'aaaaaaa\r'],
        ['não é válido', codeTyped],
        ['(s/N)', 's\r'],
      ],
    })
    expect(exit, plain(text)).toBe(0)
    expect(plain(text)).toContain('+5548999990000 está verificado')
    expect(plain(text)).toContain('a entrada pede um código por SMS daqui em diante')
    expect(text).not.toContain('Demo1234')
    const { body } = await world.call(await world.token('root'), 'GET', 'users/8')
    expect(body.data).toMatchObject({ phone: '+5548999990000', phoneVerified: true, mfaMethod: ['phone'] })
  })

  it('PROFILE-05 asks for the current password and twice for the new one, and for a first one only twice', async () => {
    const mine = { TOCSIN_TOKEN: await world.token('vazia-admin') }
    const answers = (again: string): [string, string][] => [
      ['Current password', 'Demo1234\r'],
      ['New password', 'Quatro4Ventos\r'],
      ['New password once more', `${again}\r`],
    ]
    const mistyped = await terminal(['profile', 'password'], { env: mine, answers: answers('Quatro4Vento') })
    expect({ exit: mistyped.exit, told: plain(mistyped.text).includes('must equal the password') }).toEqual({
      exit: 3,
      told: true,
    })
    const changed = await terminal(['profile', 'password'], { env: mine, answers: answers('Quatro4Ventos') })
    expect(changed.exit, plain(changed.text)).toBe(0)
    expect(changed.text).not.toMatch(/Quatro4Ventos|Demo1234/)
    // A user without a password is not asked for it.
    const session = { sub: '14', sid: 'first-password', userType: 'client' }
    const [now, end] = [0, 3_600_000].map((later) => new Date(world.clock.now + later).toISOString())
    await withServer(world.database, (tx) =>
      sql`insert into sessions (id, user_id, created_at, rotated_at, expires_at)
        values ('first-password', 14, ${now}, ${now}, ${end})`.execute(tx),
    )
    const first = await terminal(['profile', 'password'], {
      env: { TOCSIN_TOKEN: await world.parts.tokens.sign('access', session, world.clock.now) },
      answers: answers('Quatro4Ventos').slice(1),
    })
    expect(first.exit, plain(first.text)).toBe(0)
    expect(plain(first.text)).not.toContain('Current password')
    const login = { username: 'acme-no-password', password: 'Quatro4Ventos' }
    expect((await world.call(null, 'POST', 'authentication/login', login)).status).toBe(200)
  })

  it('LANG-01 asks for a password without a word of English, and shows none of it', async () => {
    const env = { TOCSIN_LOCALE: 'pt-BR', TOCSIN_CONFIG_DIR: join(folder, 'asked') }
    const login = ['auth', 'login', '--username', 'root']
    const { exit, text } = await terminal(login, { env, answers: [['Senha', 'Demo1234\r']] })
    expect({ exit, english: /toggle|ctrl/i.test(text), shown: text.includes('Demo1234') }).toEqual({
      exit: 0,
      english: false,
      shown: false,
    })
  })

  it('LANG-01 is asked in Portuguese, and takes sim for an answer', async () => {
    const { exit, text } = await terminal(['clients', 'unlock', 'Vazia', '--json=locked'], { env: token })
    expect({ exit, locked: text.includes('"locked": false') }).toEqual({ exit: 0, locked: true })
    const env = { ...token, TOCSIN_LOCALE: 'pt-BR' }
    const asked = await terminal(['clients', 'lock', 'Vazia', '--json=locked'], { env, answers: [['(s/N)', 's\r']] })
    expect(plain(asked.text)).toContain('Bloquear cliente Cidade Vazia?')
    expect({ exit: asked.exit, locked: plain(asked.text).includes('"locked": true') }).toEqual({
      exit: 0,
      locked: true,
    })
  })

  it('LOGIN-07 SESS-01 signs in by prompts, and the password is not shown', async () => {
    const { exit, text } = await terminal(['auth', 'login'], {
      answers: [
        ['Username', 'acme-admin\r'],
        ['Password', 'Demo1234\r'],
      ],
    })
    expect(plain(text)).toContain(`signed in to ${world.url} as acme-admin (client, admin)`)
    expect(exit).toBe(0)
    expect(text).not.toContain('Demo1234')
  })

  it('ACCOUNT-01 lets one of several accounts be chosen', async () => {
    const env = { TOCSIN_CONFIG_DIR: join(folder, 'several'), TOCSIN_PASSWORD: 'Demo1234' }
    for (const username of ['acme-admin', 'admin']) await terminal(['auth', 'login', '--username', username], { env })
    const { exit, text } = await terminal(['auth', 'switch'], { env, answers: [['acme-admin', '\u001b[B\r']] })
    expect(exit).toBe(0)
    expect(plain(text)).toContain('acme-admin is used from now on')
  })

  it('leaves a question by Ctrl-C with exit code 130 and one line', async () => {
    const { exit, text } = await terminal(['auth', 'login'], { answers: [['Username', '\u0003']] })
    expect(exit).toBe(130)
    expect(plain(text)).toContain('error: interrupted (INTERRUPTED)')
    expect(text).not.toMatch(/\n\s+at /)
  })
})
