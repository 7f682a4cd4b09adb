import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'

const script = fileURLToPath(new URL('verdict.mjs', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'tocsin-verdict-'))
const some = (passed: number, failed = 0) => ({ passed, failed, skipped: 0 })

describe('the verdict of a run', () => {
  afterAll(() => rmSync(folder, { recursive: true }))
  const verdict = (counts: unknown, exitCode: number) => {
    const path = join(folder, 'counts.json')
    writeFileSync(path, counts === undefined ? '' : JSON.stringify(counts))
    const { status, stdout } = spawnSync(process.execPath, [script, path, String(exitCode)], { encoding: 'utf8' })
    return [status, stdout.trim().split('\n').at(-1)]
  }

  it('sums all runs', () => {
    expect(verdict({ unit: some(3), embedded: some(2), postgres: some(2) }, 0)).toEqual([0, '7 passed, 0 failed'])
  })
  it('fails by a failed test', () => {
    expect(verdict({ unit: some(3, 1), embedded: some(2), postgres: some(2) }, 1)).toEqual([1, '7 passed, 1 failed'])
  })
  it('fails by a check that ends before the tests', () => {
    const [status, line] = verdict(undefined, 1)
    expect(status).toBe(1)
    expect(line).toMatch(/^0 passed, [1-9]\d* failed$/)
  })
  it('fails when one database was skipped', () => {
    expect(verdict({ unit: some(3), embedded: some(2) }, 0)).toEqual([1, '5 passed, 1 failed'])
    expect(verdict({ unit: some(3), embedded: some(2), postgres: { ...some(0), skipped: 2 } }, 0)[0]).toBe(1)
  })
  it('is what .ci/run ends with, and .ci/run can be run', () => {
    const [mode] = execFileSync('git', ['ls-files', '--stage', '.ci/run'], {
      cwd: join(script, '../..'),
      encoding: 'utf8',
    }).split(' ')
    expect(mode).toBe('100755')
  })
})
