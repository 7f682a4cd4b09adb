import { expect, it } from 'vitest'
import { sql } from 'kysely'
import { withServer } from '../../server/context/actor'
import { DANGEROUS } from '../hostile-html'
import { axe, contested, overflow } from './axe'
import { inBrowser, see } from './console'
import { expectFocus, press, tabTo } from './keyboard'

const PHONE = { width: 360, height: 740 }
const OUTSIDE = { as: null, size: PHONE } as const

inBrowser('documents and the page of thanks', (console) => {
  it('PUB-16 A-108 shows a published document by its name, in both languages and every colour', async () => {
    for (const [locale, colorScheme, published, language] of [
      ['pt-BR', 'light', /^Publicado em 5 de janeiro de 2026/, 'Idioma'],
      ['en-US', 'dark', /^Published on January 5, 2026/, 'Language'],
    ] as const) {
      const page = await console.visit({
        ...OUTSIDE,
        locale,
        path: '/static/documents/privacidade',
        more: { colorScheme },
      })
      await see(page.getByRole('heading', { level: 1, name: 'Privacidade' })).toBeVisible()
      await see(page).toHaveTitle('Privacidade')
      await see(page.getByText(published)).toBeVisible()
      await see(page.getByRole('link', { name: 'privacidade@example.org' })).toHaveAttribute(
        'href',
        'mailto:privacidade@example.org',
      )
      await see(page.getByText(/190/)).toBeVisible()
      expect(await axe(page)).toEqual([])
      expect(await overflow(page)).toEqual([])
      expect(await contested(page)).toEqual([])
      // The other language is there at once, and the text stays.
      await tabTo(page, page.getByRole('combobox', { name: language }))
      await press(page, locale === 'pt-BR' ? 'E' : 'P')
      await see(page.getByText(locale === 'pt-BR' ? /^Published on/ : /^Publicado em/)).toBeVisible()
      await see(page.locator('html')).toHaveAttribute('lang', locale === 'pt-BR' ? 'en-US' : 'pt-BR')
      await see(page.getByRole('heading', { name: 'Privacidade' })).toBeVisible()
    }
  })

  it('PUB-16 says that a document does not exist, whether it is unknown or not published', async () => {
    const page = await console.visit({ ...OUTSIDE, path: 'about:blank', locale: 'pt-BR' })
    console.trouble(page).expect(/status of 404/)
    for (const name of ['acessibilidade', 'nada', '%3Cimg%20src=x%20onerror=window.ran=1%3E', 'x'.repeat(250)]) {
      await page.goto(`/static/documents/${name}`)
      await expectFocus(page, 'heading', 'Este documento não existe')
    }
    // A link that was cut off, and one with more parts than it has.
    for (const path of ['reset-password/', 'documents/a%2F%3Cimg%20src=x%20onerror=window.ran=1%3E']) {
      await page.goto(`/static/${path}`)
      await expectFocus(page, 'heading', 'Esta página não existe')
    }
    expect(await axe(page)).toEqual([])
    expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false)
  })

  it('A-100 T48 cleans a stored text again where it is shown', async () => {
    // As if it had been stored before the server cleaned it.
    await withServer(console.world.database, (tx) =>
      sql`update documents set content = ${`<p>inteiro</p>${DANGEROUS.join('\n')}`} where name = 'ajuda'`.execute(tx),
    )
    const page = await console.visit({ ...OUTSIDE, path: 'about:blank' })
    // The cleaner reads the text in a document in which nothing runs; the content policy refuses its styles even there.
    console.trouble(page).expect(/inline style|policy style-src/)
    await page.goto('/static/documents/ajuda')
    await see(page.getByText('inteiro')).toBeVisible()
    await page.waitForTimeout(300)
    expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false)
    expect(
      await page
        .locator('main')
        .evaluate((main) => main.querySelectorAll('script, img, svg, iframe, style, form').length),
    ).toBe(0)
  })

  it('tells why a document could not be loaded, with the request id, and tries again by key', async () => {
    const page = await console.visit({ ...OUTSIDE, path: 'about:blank', locale: 'pt-BR' })
    console.trouble(page).expect(/status of 500/)
    let fails = true
    await page.route('**/api/documents/info*', (route) =>
      fails
        ? route.fulfill({
            status: 500,
            headers: {
              'access-control-allow-origin': '*',
              'access-control-expose-headers': 'X-Server-Request-Id',
              'x-server-request-id': 'req-500',
            },
            json: { success: false, error: { message: 'INTERNAL' } },
          })
        : route.continue(),
    )
    await page.goto('/static/documents/privacidade')
    await see(page.getByRole('alert')).toContainText('O serviço está com um problema.')
    await see(page.getByRole('alert')).toContainText('Solicitação: req-500')
    expect(await axe(page)).toEqual([])
    fails = false
    await tabTo(page, page.getByRole('button', { name: 'Tentar de novo' }))
    await press(page, 'Enter')
    await see(page.getByRole('heading', { name: 'Privacidade' })).toBeVisible()
  })

  it('PUB-06 thanks, with and without scripts as far as each goes', async () => {
    const page = await console.visit({ ...OUTSIDE, path: '/static/surveys/finish', locale: 'pt-BR' })
    await expectFocus(page, 'heading', 'Obrigado!')
    await see(page.getByText('Você já pode fechar esta página.')).toBeVisible()
    expect(await axe(page)).toEqual([])
    expect(await page.evaluate(() => origin)).toBe('null')
    const plain = await console.visit({ ...OUTSIDE, path: 'about:blank', more: { javaScriptEnabled: false } })
    // The browser refuses scripts to preload where there are none.
    console.trouble(plain).expect(/\.js csp$/)
    await plain.goto('/static/surveys/1')
    const said = plain.locator('noscript .needs-scripts')
    await see(said).toBeVisible()
    await see(said).toHaveText(/^This page needs JavaScript\./)
  })
})
