import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSheet } from '@tocsin/core/csv/sheet'
import { sourceOfBytes } from '@tocsin/core/csv/source'
import { SITE_HEADER } from '@tocsin/core/resources/sites/csv-columns'
import { expect, it } from 'vitest'
import { lives } from '../io'
import { openRejects } from './rejects'

it('T144 keeps rejected rows from others, and removes those that killed runs of the same file left', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-rejects-'))
  const here = (name: string) => join(folder, name)
  try {
    const dead = spawnSync(process.execPath, ['-e', '']).pid
    const stays = [`r.csv.${process.ppid}.part`, `other.csv.${dead}.part`, `r.csv.part`, `r.csv.${dead}.part.csv`]
    for (const name of [...stays, `r.csv.${dead}.part`]) writeFileSync(here(name), 'people')
    const sheet = await openSheet(sourceOfBytes(new TextEncoder().encode('siteName,siteAddress\nA,B\n')), SITE_HEADER)
    const rejects = openRejects(here('r.csv'), { pid: process.pid, lives }, sheet, () => 'why')
    expect(readdirSync(folder).sort()).toEqual([...stays].sort())
    rejects.add({ line: 2, raw: ['A', 'B'], problems: [] })
    expect(statSync(here(`r.csv.${process.pid}.part`)).mode & 0o777).toBe(0o600)
    expect(rejects.keep()).toBe(here('r.csv'))
    expect(statSync(here('r.csv')).mode & 0o777).toBe(0o600)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
