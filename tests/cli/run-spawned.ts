import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root, type Runner } from './golden'

export const builtProgram = join(root, 'dist/cli/main.cjs')
const clock = join(root, 'tests/cli/clock.cjs')

/** Runs a command line as a process of the built program, its clock set to the world's. */
export const runSpawned: Runner = (words, { world, cwd, env, stdin }) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--require', clock, builtProgram, ...words], {
      cwd,
      env: { PATH: process.env['PATH'], ...env, TOCSIN_TEST_NOW: String(world.clock.now) },
    })
    const stdout: Buffer[] = []
    const stderr: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk))
    child.on('error', reject)
    child.on('close', (exit) =>
      resolve({
        exit: exit ?? -1,
        stdout: Buffer.concat(stdout).toString('utf8'),
        stderr: Buffer.concat(stderr).toString('utf8'),
      }),
    )
    // A command that does not read its stdin may have ended before the write.
    child.stdin.on('error', () => undefined)
    child.stdin.end(stdin)
  })
