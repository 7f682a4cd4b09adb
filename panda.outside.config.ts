import { defineConfig } from '@pandacss/dev'
import config from './panda.config'

/** The styles of the pages for people without an account: those of the modules that these pages load (web/vite.outside.ts). */
export default defineConfig({
  ...config,
  include: [
    './web/{outside,forms}/**/*.{ts,tsx}',
    './web/ui/{icon,options-look,sr-only}.{ts,tsx}',
    './web/html/look.ts',
  ],
})
