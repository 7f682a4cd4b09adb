// Debian's packages, where this process may install them.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Installs Debian packages as root; false where that is not possible (not root, not Debian, no network). */
export const aptInstall = (...packages) => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const apt = (...words) =>
    spawnSync('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=120', ...words], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'ignore', 2],
    }).status === 0
  const add = () => apt('install', '--yes', '--no-install-recommends', ...packages)
  return add() || (apt('update') && add())
}
