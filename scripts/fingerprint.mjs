// The fingerprint that tells a stale install or build: one sha256 over the inputs.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const DEPENDENCY_KEYS = [
  'workspaces',
  'bin',
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'overrides',
]

/** The folders whose package.json names dependencies: the root and its workspaces. */
const packageFolders = (root) => ['.', ...JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).workspaces]

/**
 * Returns the fingerprint of `npm ci`: the lock, the dependencies of each package.json (a changed script installs
 * nothing) and the machine, whose optional binaries differ.
 */
export const dependencyFingerprint = (root) => {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${process.versions.modules}\n`)
  hash.update(readFileSync(join(root, 'package-lock.json')))
  for (const folder of packageFolders(root)) {
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    hash.update(JSON.stringify([folder, DEPENDENCY_KEYS.map((key) => manifest[key])]))
  }
  return hash.digest('hex')
}

const isSource = (name) => !name.endsWith('.test.ts') && !name.endsWith('.test.tsx')

/** Every file under `path` that ends up in a build, sorted, without tests and generated folders. */
const sources = (root, path) => {
  const full = join(root, path)
  if (!existsSync(full)) return []
  if (!statSync(full).isDirectory()) return [path]
  return readdirSync(full, { withFileTypes: true })
    .filter((entry) => entry.name !== 'node_modules' && entry.name !== 'styled-system' && isSource(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? sources(root, join(path, entry.name)) : [join(path, entry.name)]))
}

/** sha256 over names and contents of all files under `paths`. */
export const sourceFingerprint = (root, paths) => {
  const hash = createHash('sha256').update(process.version)
  for (const file of paths.flatMap((path) => sources(root, path)))
    hash.update(`\n${file}\n`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}
