import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { profileFrom } from '@tocsin/core/api/session'
import { openCredentials, replaceFile } from './credentials'
import { withFileLock } from './file-lock'
import type { Io } from './io'

const host = 'http://127.0.0.1:4000'
const profile = (username: string) => profileFrom({ token: 'a.b.c', refreshToken: 'd', profile: { id: 1, username } })

let home: string
let io: Io
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tocsin-credentials-'))
  const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.min(milliseconds, 5)))
  io = {
    env: {},
    home,
    pid: process.pid,
    random: Math.random,
    pause,
    signal: new AbortController().signal,
  } as Partial<Io> as Io
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const signIn = (username: string) =>
  openCredentials(io).change(host, ({ accounts }) => ({
    current: username,
    accounts: [...accounts, profile(username)],
  }))

describe('credentials', () => {
  it('lie in a file that only its owner reads, in a folder only its owner enters', () => {
    signIn('ana')
    const folder = join(home, '.config/tocsin')
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, 'credentials.json')).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['credentials.json'])
  })

  it('stay where a link leads to', () => {
    signIn('ana')
    const { path } = openCredentials(io)
    const elsewhere = join(home, 'elsewhere.json')
    renameSync(path, elsewhere)
    symlinkSync(elsewhere, path)
    signIn('bia')
    expect(lstatSync(path).isSymbolicLink()).toBe(true)
    expect(
      openCredentials(io)
        .accountsOf(host)
        .accounts.map(({ username }) => username),
    ).toEqual(['ana', 'bia'])
    expect(statSync(elsewhere).mode & 0o777).toBe(0o600)
  })

  it('are not used once others can read them, and the refusal says what to do', () => {
    signIn('ana')
    const { path } = openCredentials(io)
    for (const mode of [0o640, 0o604, 0o644]) {
      chmodSync(path, mode)
      expect(() => openCredentials(io).accountsOf(host)).toThrow(
        expect.objectContaining({
          parts: expect.objectContaining({ code: 'CREDENTIALS_EXPOSED', exit: 4, next: `chmod 600 ${path}` }),
        }),
      )
    }
  })

  it('are refused by name when they are not ours', () => {
    signIn('ana')
    const { path } = openCredentials(io)
    const foreign = ['', '{', '[]', 'null', '{"version":2,"hosts":{}}', '{"version":1,"hosts":null}']
    for (const text of [...foreign, `{"version":1,"hosts":{"${host}":{}}}`]) {
      writeFileSync(path, text)
      expect(() => openCredentials(io).accountsOf(host)).toThrow(
        expect.objectContaining({ parts: expect.objectContaining({ code: 'CREDENTIALS_UNREADABLE', exit: 4 }) }),
      )
    }
  })

  it('keep a link whose target is missing', () => {
    const { path } = openCredentials(io)
    const elsewhere = join(home, 'elsewhere.json')
    mkdirSync(dirname(path), { recursive: true })
    symlinkSync(elsewhere, path)
    signIn('ana')
    expect(lstatSync(path).isSymbolicLink()).toBe(true)
    expect(readFileSync(elsewhere, 'utf8')).toContain('"ana"')
  })

  it('leave no half-made file behind where they cannot be replaced', () => {
    const { path } = openCredentials(io)
    mkdirSync(join(path, 'in the way'), { recursive: true })
    expect(() => replaceFile(path, 'text', 1)).toThrow(expect.objectContaining({ path }))
    expect(readdirSync(dirname(path))).toEqual([basename(path)])
  })

  it('name their file to a shell as one word', () => {
    const spaced = { ...io, env: { TOCSIN_CONFIG_DIR: join(home, 'Ana Lima') } }
    openCredentials(spaced).change(host, () => ({ current: 'ana', accounts: [profile('ana')] }))
    const { path } = openCredentials(spaced)
    const refused = (next: string) =>
      expect(() => openCredentials(spaced).accountsOf(host)).toThrow(
        expect.objectContaining({ parts: expect.objectContaining({ next }) }),
      )
    writeFileSync(path, '{')
    refused(`rm '${path}'`)
    chmodSync(path, 0o644)
    refused(`chmod 600 '${path}'`)
  })

  it('ACCOUNT-01 keep several accounts of several hosts apart', () => {
    signIn('ana')
    signIn('bia')
    openCredentials(io).change('http://elsewhere', () => ({ current: 'ana', accounts: [profile('ana')] }))
    expect(
      openCredentials(io)
        .accountsOf(host)
        .accounts.map(({ username }) => username),
    ).toEqual(['ana', 'bia'])
    openCredentials(io).change(host, () => ({ current: null, accounts: [] }))
    const stored = JSON.parse(readFileSync(openCredentials(io).path, 'utf8')) as { hosts: object }
    expect(Object.keys(stored.hosts)).toEqual(['http://elsewhere'])
  })
})

describe('the lock', () => {
  const path = () => join(home, 'lock')

  it('lets one after the other in', async () => {
    let inside = 0
    let most = 0
    await Promise.all(
      Array.from({ length: 20 }, () =>
        withFileLock(path(), io, async () => {
          most = Math.max(most, ++inside)
          await io.pause(2)
          inside--
        }),
      ),
    )
    expect(most).toBe(1)
    expect(existsSync(path())).toBe(false)
  })

  it('of a process that died is taken over after ten seconds, and not before', async () => {
    writeFileSync(path(), '1 dead\n')
    const old = new Date(Date.now() - 9_000)
    utimesSync(path(), old, old)
    let entered = false
    const waiting = withFileLock(path(), io, async () => {
      entered = true
    })
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(entered).toBe(false)
    const older = new Date(Date.now() - 11_000)
    utimesSync(path(), older, older)
    await waiting
    expect(entered).toBe(true)
  })

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])('is given up when the command gets %s', async (signal, exit) => {
    const controller = new AbortController()
    writeFileSync(path(), '1 alive\n')
    const waiting = withFileLock(path(), { ...io, signal: controller.signal }, async () => undefined)
    controller.abort(signal)
    await expect(waiting).rejects.toMatchObject({ parts: { exit } })
    expect(readdirSync(home)).toEqual(['lock'])
  })
})
