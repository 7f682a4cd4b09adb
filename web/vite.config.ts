import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pandacss from '@pandacss/dev/postcss'
import react from '@vitejs/plugin-react'
import { defineConfig, type CSSOptions } from 'vite'
import { inlineStyles } from './inline-styles'
import { facesFirst } from './faces-first'
import { firstChunk } from './first-chunk'
import { oneLanguage } from './one-language'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const { version } = JSON.parse(readFileSync(at('../package.json'), 'utf8')) as { version: string }

/** The paths that the server handles; in development Vite passes their requests on to it. */
const SERVER = ['/api', '/mobile', '/static', '/developer/messages.json', '/healthz', '/readyz', '/openapi.json']
const server = `http://${process.env['HOST'] ?? '127.0.0.1'}:${process.env['PORT'] ?? '4000'}`

/** Matches the modules that are loaded with the rest (rest.ts). */
const REST =
  /\/core\/(resources\/[\w-]+\/index|resources\/license-comments\/comment|base\/fold)\.ts$|\/web\/(commands\/lines|navigation\/leave-questions|resources\/screens|resources\/(users|monitoring-providers)\/list|table\/nothing)\.tsx?$/

// Panda's own type for its plugin is wider than PostCSS's. Without `cwd`, the base of its globs, utilities are lost.
const panda = pandacss({ configPath: at('../panda.config.ts'), cwd: at('..') }) as never

export default defineConfig({
  root: at('.'),
  define: { __TOCSIN_VERSION__: JSON.stringify(version) },
  plugins: [react(), inlineStyles(at('styled-system')), oneLanguage(at('../')), facesFirst(at('../'))],
  resolve: {
    alias: {
      'styled-system': at('styled-system'),
      // The router imports a stand-in for what React has had since version 18.
      'use-sync-external-store/shim/index.js': 'react',
    },
  },
  css: { postcss: { plugins: [panda] } satisfies Exclude<CSSOptions['postcss'], string> },
  build: {
    outDir: at('../dist/web'),
    target: 'es2022',
    // A strict content policy allows no data: fonts, and no script that vite would add for old browsers.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { bundlerTimings: false },
      // Styles are evaluated at build time (inline-styles.ts), so that unused style functions can be left out.
      treeshake: { moduleSideEffects: (id: string) => !id.includes('/styled-system/') },
      output: {
        codeSplitting: {
          groups: [
            { name: firstChunk(at('main.tsx')), debugName: 'console', priority: 3 },
            // These lists are often the first, so each brings its declaration in a file of its own.
            { name: 'places', test: /\/resources\/(sites|teams)\/(index\.ts|list\.tsx)$/, priority: 1 },
            { name: 'clients', test: /\/core\/resources\/clients\/index\.ts$/, priority: 1 },
            { name: 'users', test: /\/core\/(resources\/users\/index|vocabulary\/roles)\.ts$/, priority: 1 },
            { name: 'rules', test: /\/core\/vocabulary\/rules\.ts$/, priority: 2 },
            // One file holds all that is loaded together: each further file costs a request and a name in the entry.
            { name: 'outside', test: /\/web\/(notices\/sentence|ui\/more-outlines)\.ts$/, priority: 1 },
            { name: 'rest', test: REST },
            // The editor of a form is large, and only the screens of forms and channels load it.
            { name: 'builder', test: /\/web\/(builder|rules|forms)\// },
            // Modules that three screens or more share are one file, for the same reason.
            { name: 'shared', test: /\/(web|core)\//, minShareCount: 3 },
          ],
        },
      },
    },
    // The first page is one file (first-chunk.ts), half of it React; tests/first-load.test.ts holds its size.
    chunkSizeWarningLimit: 600,
  },
  server: { proxy: Object.fromEntries(SERVER.map((path) => [path, server])) },
})
