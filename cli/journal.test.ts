import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openJournal, unfinishedRuns } from './journal'

it('T146 notes the first answered part of an import at once, and further ones a second later at the earliest', () => {
  const home = mkdtempSync(join(tmpdir(), 'tocsin-journal-'))
  let now = Date.UTC(2026, 10, 23)
  const io = { env: { TOCSIN_CONFIG_DIR: join(home, 'config') }, home, pid: 7, now: () => now, lives: () => true }
  const done = () => unfinishedRuns(io).map((one) => one.done)
  try {
    const run = { host: 'h', noun: 'sites', clientId: 4, path: '/a.csv', digest: 'd', flags: {}, done: 0 } as const
    const journal = openJournal(io, { digest: 'd' }, 'a.csv', { import: { ...run, total: 900 } })
    expect(done()).toEqual([0])
    journal.note(200)
    expect(done()).toEqual([200])
    journal.note(400)
    expect(done()).toEqual([200])
    now += 1_000
    journal.note(600)
    expect(done()).toEqual([600])
  } finally {
    rmSync(home, { recursive: true })
  }
})

it('B10 leaves nothing of a finished run, nor of processes that were killed while they wrote its journal', () => {
  const home = mkdtempSync(join(tmpdir(), 'tocsin-journal-'))
  const io = { env: { TOCSIN_CONFIG_DIR: join(home, 'config') }, home, pid: 7, now: Date.now, lives: () => true }
  const folder = join(home, 'config', 'runs')
  const open = (digest: string) => {
    const run = { host: 'h', noun: 'sites', clientId: 4, path: '/a.csv', digest, flags: {}, done: 0, total: 9 } as const
    return openJournal(io, { digest }, 'a.csv', { import: run })
  }
  try {
    const finished = open('one')
    const [name = ''] = readdirSync(folder)
    open('another')
    const others = readdirSync(folder).filter((one) => one !== name)
    writeFileSync(join(folder, `${name}.31337`), '{"runId"')
    finished.finish()
    expect(readdirSync(folder)).toEqual(others)
  } finally {
    rmSync(home, { recursive: true })
  }
})
