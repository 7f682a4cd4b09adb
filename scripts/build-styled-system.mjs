// Panda's generated functions and types, which tsc and vite read as `styled-system/*`.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

export const build = (root) => {
  const panda = spawnSync(process.execPath, [join(root, 'node_modules/@pandacss/dev/bin.js'), 'codegen', '--silent'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  if (panda.status !== 0) throw new Error('panda codegen failed; its message is above')
}
