// Holds a folder while work is done that two processes must not do at once (installing, building).
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Returns whether the process that took the lock lives; a lock without a readable pid is being taken right now. */
const held = (folder) => {
  let pid
  try {
    pid = Number(readFileSync(join(folder, 'pid'), 'utf8'))
  } catch {
    return true
  }
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/**
 * Runs `work` while holding the lock `folder` (made with mkdir, which is atomic everywhere). A second caller waits; a lock
 * whose holder has died is taken over. `onWait` is called once when there is something to wait for.
 */
export const withLock = async (folder, work, onWait = () => {}) => {
  mkdirSync(dirname(folder), { recursive: true })
  for (let told = false; ; await sleep(100)) {
    try {
      mkdirSync(folder)
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      if (!held(folder)) {
        rmSync(folder, { recursive: true, force: true })
        continue
      }
      if (!told) onWait()
      told = true
    }
  }
  writeFileSync(join(folder, 'pid'), String(process.pid))
  try {
    return await work()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
