import { fileURLToPath } from 'node:url'
import pandacss from '@pandacss/dev/postcss'
import react from '@vitejs/plugin-react'
import { defineConfig, type CSSOptions } from 'vite'
import { inlineStyles } from './inline-styles'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const panda = pandacss({ configPath: at('../panda.outside.config.ts'), cwd: at('..') }) as never

/**
 * The pages for people without an account (web/outside), built apart from the console: they are small, and are served with
 * headers of their own (server/program/outside.ts), from the folder `static` beside the console's page.
 */
export default defineConfig({
  root: at('./outside'),
  base: '/static/',
  publicDir: false,
  plugins: [react(), inlineStyles(at('styled-system'))],
  resolve: { alias: { 'styled-system': at('styled-system') } },
  css: { postcss: { plugins: [panda] } satisfies Exclude<CSSOptions['postcss'], string> },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { bundlerTimings: false },
      input: ['survey', 'finish', 'document', 'reset-password'].map((name) => at(`./outside/${name}.html`)),
      // Nothing of core acts when it is loaded: what a page does not call is left out, the words of the console too.
      treeshake: { moduleSideEffects: (id: string) => !/\/(styled-system|core)\//.test(id) },
    },
  },
})
