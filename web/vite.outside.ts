import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import pandacss from '@pandacss/dev/postcss'
import react from '@vitejs/plugin-react'
import { defineConfig, type CSSOptions, type Plugin } from 'vite'
import { inlineStyles } from './inline-styles'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const panda = pandacss({ configPath: at('../panda.outside.config.ts'), cwd: at('..') }) as never

const PAGES = ['survey', 'finish', 'document', 'reset-password', 'missing'].map((name) => at(`./outside/${name}.html`))

/** Makes the HTML of each page, which names its script, from one file. */
const pages = (): Plugin => ({
  name: 'pages',
  resolveId: (id) => (PAGES.includes(id) ? id : null),
  load: (id) =>
    PAGES.includes(id)
      ? readFileSync(at('./outside/page.html'), 'utf8').replace('%page%', basename(id, '.html'))
      : null,
})

/**
 * Names in a page what its script loads by import() at once, so that the browser fetches it beside the script. The script
 * itself is small, and asks for the page's content first.
 */
const preloadPage = (): Plugin => ({
  name: 'preload-page',
  transformIndexHtml: {
    order: 'post',
    handler(html, { chunk, bundle }) {
      const needed = new Set<string>()
      const add = (file: string): void => {
        const found = bundle?.[file]
        if (needed.has(file) || found?.type !== 'chunk') return
        needed.add(file)
        for (const one of found.imports) add(one)
      }
      for (const file of chunk?.dynamicImports ?? []) add(file)
      return [...needed]
        .map((file) => `/static/${file}`)
        .filter((href) => !html.includes(`"${href}"`))
        .map((href) => ({ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href }, injectTo: 'head' }))
    },
  },
})

/**
 * The pages for people without an account (web/outside), built apart from the console: they are small, and are served with
 * headers of their own (server/program/outside.ts), from the folder `static` beside the console's page.
 */
export default defineConfig({
  root: at('./outside'),
  base: '/static/',
  publicDir: false,
  plugins: [react(), inlineStyles(at('styled-system')), pages(), preloadPage()],
  resolve: { alias: { 'styled-system': at('styled-system') } },
  css: { postcss: { plugins: [panda] } satisfies Exclude<CSSOptions['postcss'], string> },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { bundlerTimings: false },
      input: PAGES,
      output: {
        codeSplitting: {
          groups: [
            // Each further file costs a request, and a browser makes six at a time.
            {
              name: 'call',
              test: /preload-helper|\/web\/outside\/(address|api|outside)\.(ts|css)$|\/core\/base\/errors\.ts$/,
              priority: 1,
            },
            { name: 'page', minShareCount: 2 },
          ],
        },
      },
      // Nothing of core acts when it is loaded: what a page does not call is left out, the words of the console too.
      treeshake: { moduleSideEffects: (id: string) => !/\/(styled-system|core)\//.test(id) },
    },
  },
})
