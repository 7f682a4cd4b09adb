import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { livingHolder, withLockOrFail } from './file-lock'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tocsin-lock-'))
  path = join(folder, 'a.lock')
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true, force: true })
})

const io = { pid: 4711, random: () => 0.25, lives: () => false }
const busy = (pid: number) => new Error(`busy ${pid}`)
const age = (seconds: number) => utimesSync(path, Date.now() / 1000 - seconds, Date.now() / 1000 - seconds)

describe('a lock file', () => {
  it('of a dead process of this machine is taken over at once', async () => {
    writeFileSync(path, `99 0.5 ${hostname()}\n`)
    await withLockOrFail(path, io, async () => expect(readFileSync(path, 'utf8')).toMatch(/^4711 /), busy)
    expect(existsSync(path)).toBe(false)
  })

  it('takes away what processes left that were killed while they took it', async () => {
    const [dead, empty, living, elsewhere, other] = [
      `${path}.99.0.5.${hostname()}`,
      `${path}.98.0.5.${hostname()}.new`,
      `${path}.7.0.5.${hostname()}.new`,
      `${path}.98.0.5.elsewhere`,
      `${path}ed.99.0.5.${hostname()}`,
    ]
    for (const file of [dead, living, elsewhere, other]) writeFileSync(file, `99 0.5 ${hostname()}\n`)
    // This one was killed before it had written anything.
    writeFileSync(empty, '')
    await withLockOrFail(path, { ...io, lives: (pid) => pid === 7 }, async () => undefined, busy)
    const left = [dead, empty, living, elsewhere, other].map((file) => existsSync(file))
    expect(left).toEqual([false, false, true, true, true])
  })

  it('of another machine is held as long as it is touched, whatever runs here', async () => {
    writeFileSync(path, '99 0.5 elsewhere\n')
    await expect(withLockOrFail(path, io, async () => undefined, busy)).rejects.toThrow('busy 99')
    expect(livingHolder(path, io)).toBe(99)
    age(11)
    expect(livingHolder(path, { lives: () => true })).toBeNull()
    await withLockOrFail(path, io, async () => undefined, busy)
  })

  it('that another process took over is neither touched nor removed by the process before', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await withLockOrFail(
      path,
      io,
      async () => {
        age(9)
        vi.advanceTimersByTime(4_000)
        expect(Date.now() - statSync(path).mtimeMs).toBeLessThan(5_000)
        writeFileSync(path, `99 0.5 ${hostname()}\n`)
        age(9)
        vi.advanceTimersByTime(4_000)
        expect(Date.now() - statSync(path).mtimeMs).toBeGreaterThan(5_000)
      },
      busy,
    )
    expect(readFileSync(path, 'utf8')).toMatch(/^99 /)
  })
})
