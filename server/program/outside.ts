import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chooseLocale } from '@tocsin/core/vocabulary/i18n'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
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
 * which generation of the call sets a mobile password. An address that is cut off, or has more parts than a page
 * takes, leads to a page that says so.
 */
export function outsidePages(app: FastifyInstance, { webFolder, features }: Options): void {
  /** Returns what answers with a page; undefined where the build did not make it. */
  const answerWith = (file: string, title: keyof (typeof outsideMessages)['en-US'], status = 200) => {
    const source = join(webFolder, 'static', `${file}.html`)
    if (!existsSync(source)) return undefined
    const html = readFileSync(source, 'utf8')
    return (request: FastifyRequest, reply: FastifyReply) => {
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
        .status(status)
        .type('text/html; charset=utf-8')
        .headers({ 'Cache-Control': 'no-cache', Vary: 'Accept-Language' })
        .send(page)
    }
  }
  const answerMissing = answerWith('missing', 'missing', 404)
  for (const { path, file, title } of PAGES) {
    const answer = answerWith(file, title)
    if (!answer || !answerMissing) continue
    app.get(path, async (request, reply) => {
      const { '*': rest } = request.params as { '*'?: string }
      return rest === undefined || /^[^/]+$/.test(rest) ? answer(request, reply) : answerMissing(request, reply)
    })
    if (path.endsWith('/*')) app.get(path.slice(0, -'/*'.length), answerMissing)
  }
}

const FLAG = 'token-mobile-v3'
