// The version that builds carry: sources read the constant __TOCSIN_VERSION__, which a bundler replaces.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const versionDefine = (root) => ({
  __TOCSIN_VERSION__: JSON.stringify(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version),
})
