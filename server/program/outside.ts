import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ApiError } from '@tocsin/core/base/errors'
import { chooseLocale } from '@tocsin/core/vocabulary/i18n'
import type { FastifyInstance } from 'fastify'
import { outsideMessages } from './outside-messages'

/** The pages for people without an account: the address of each, the file that the build made for it, and its title. */
const PAGES = [
  { path: '/static/surveys/finish', file: 'finish', title: 'finish' },
  { path: '/static/surveys/*', file: 'survey', title: 'survey' },
  // The name of a document, or the token of a link, is longer than a parameter of a route may be.
  { path: '/static/documents/*', file: 'document', title: 'document' },
  { path: '/static/reset-password/*', file: 'reset-password', title: 'resetPassword' },
] as const

type Options = {
  /** The built console, which has these pages in its folder `static`. */
  webFolder: string
  features: Readonly<Record<string, boolean>>
}

/**
 * Adds the pages for people without an account. Each comes in the language that the browser asks for, and tells its script
 * which generation of the call sets a mobile password.
 */
export function outsidePages(app: FastifyInstance, { webFolder, features }: Options): void {
  for (const { path, file, title } of PAGES) {
    const source = join(webFolder, 'static', `${file}.html`)
    if (!existsSync(source)) continue
    const html = readFileSync(source, 'utf8')
    app.get(path, async (request, reply) => {
      const { '*': rest } = request.params as { '*'?: string }
      if (rest !== undefined && !/^[^/]+$/.test(rest)) throw new ApiError({ status: 404, code: 'NOT_FOUND' })
      const { locale: wanted } = request.query as { locale?: unknown }
      const locale = chooseLocale(typeof wanted === 'string' ? wanted : null, request.headers['accept-language'])
      const words = outsideMessages[locale]
      const page = html
        .replace(/<html lang="[^"]*"/, `<html lang="${locale}"`)
        .replace(/<title>[^<]*/, `<title>${words[title]}`)
        .replace('<p class="needs-scripts">', (tag) => tag + words.needsScripts)
        .replace('</head>', (tag) =>
          features[FLAG] === true ? `<meta name="tocsin:${FLAG}" content="on" />${tag}` : tag,
        )
      return reply
        .type('text/html; charset=utf-8')
        .headers({ 'Cache-Control': 'no-cache', Vary: 'Accept-Language' })
        .send(page)
    })
  }
}

const FLAG = 'token-mobile-v3'
