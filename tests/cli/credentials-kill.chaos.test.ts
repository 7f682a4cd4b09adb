import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { profileOf } from '../profile-of'
import { builtProgram } from './run-spawned'

const KILLS = process.env['TOCSIN_CHAOS'] ? 500 : 20
const seed = Number(process.env['TOCSIN_SEED'] ?? Date.now() % 1_000_000)
const HOST = 'http://127.0.0.1:9'
const NAMES = ['ana', 'bia', 'caio']

const folder = mkdtempSync(join(tmpdir(), 'tocsin-credentials-'))
const config = join(folder, 'config')
const file = join(config, 'credentials.json')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Stored = { hosts: Record<string, { current: string; accounts: { username: string; refreshToken: string }[] }> }
const read = () => (JSON.parse(readFileSync(file, 'utf8')) as Stored).hosts[HOST]!

const change = (username: string) =>
  spawn(process.execPath, [builtProgram, 'auth', 'switch', username], {
    env: { PATH: process.env['PATH'], HOME: folder, TOCSIN_CONFIG_DIR: config, TOCSIN_HOST: HOST },
    stdio: 'ignore',
  })

it(
  `ACCOUNT-01 T56 no kill -9 in the write of the credentials damages them or locks the next command out (${KILLS} kills, seed ${seed})`,
  async () => {
    let state = seed
    const random = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state / 2 ** 32
    }
    // Long tokens, so that a write is more than one page of the disk.
    const accounts = NAMES.map((username, at) => ({
      ...profileOf('tocsin', 'root', { id: at + 1, username }),
      refreshToken: username.repeat(5_000),
    }))
    mkdirSync(config, { mode: 0o700 })
    writeFileSync(file, JSON.stringify({ version: 1, hosts: { [HOST]: { current: 'ana', accounts } } }), {
      mode: 0o600,
    })
    const whole = () => {
      const { current, accounts: kept } = read()
      expect(NAMES).toContain(current)
      expect(kept.map(({ username }) => username).toSorted()).toEqual(NAMES)
      for (const { username, refreshToken } of kept) expect(refreshToken).toBe(username.repeat(5_000))
    }
    // The time of a whole command, within which the kills fall.
    const began = performance.now()
    await new Promise((resolve) => change('bia').once('exit', resolve))
    const lasts = performance.now() - began
    expect(read().current).toBe('bia')
    let [killed, locked, unfinished] = [0, 0, 0]
    for (let turn = 0; killed < KILLS; turn++) {
      const child = change(NAMES[turn % NAMES.length]!)
      const ended = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)))
      // Half of them at any moment of its second half, and half while it holds the lock, which is when it writes.
      if (turn % 2 === 0) await Promise.race([ended, pause(lasts * (0.5 + random() * 0.5))])
      else {
        const watcher = watch(config)
        const locks = new Promise<void>((resolve) => {
          watcher.on('change', (_, name) => {
            if (name === 'credentials.json.lock') resolve()
          })
        })
        await Promise.race([ended, locks])
        watcher.close()
        await Promise.race([ended, pause(random() * 4)])
      }
      child.kill('SIGKILL')
      if ((await ended) === 'SIGKILL') killed++
      whole()
      // The lock of a dead process is taken over after ten seconds, which are over at once here.
      if (existsSync(`${file}.lock`)) {
        locked++
        utimesSync(`${file}.lock`, 0, 0)
      }
      if (readdirSync(config).some((name) => /\.json\.\d+$/.test(name))) unfinished++
    }
    for (const name of NAMES) {
      const code = await new Promise((resolve) => change(name).once('exit', resolve))
      expect([code, read().current]).toEqual([0, name])
    }
    // The next commands have removed everything that the killed ones left.
    expect(readdirSync(config)).toEqual(['credentials.json'])
    if (KILLS >= 500) expect([locked > 0, unfinished > 0]).toEqual([true, true])
  },
  60_000 + KILLS * 10_000,
)
