import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { noFaults } from '../../server/faults'
import { startWorld, type TestWorld } from '../world'

/**
 * Opens one world that listens, with a running clock, for the tests of a file, and a new folder for each test, in which the
 * server fails no more. `set` takes both before each test.
 */
export function openWorldAndFolder(name: string, set: (world: TestWorld, folder: string) => void): void {
  let world: TestWorld
  beforeAll(async () => {
    world = await startWorld({ now: Date.now })
    await world.listen()
  })
  beforeEach(() => {
    world.faults.current = noFaults
    const folder = mkdtempSync(join(tmpdir(), `tocsin-${name}-`))
    set(world, folder)
    return () => rmSync(folder, { recursive: true, force: true })
  })
  afterAll(() => world.close())
}
