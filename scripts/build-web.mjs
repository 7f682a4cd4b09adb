// The console's pages, by vite.
import { join } from 'node:path'
import { build as viteBuild } from 'vite'

export const build = (root, folder) =>
  viteBuild({
    configFile: join(root, 'web/vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true },
  })
