import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect, it, onTestFinished } from 'vitest'
import { MAX_FILE } from '@tocsin/core/vocabulary/files'
import { picture, pdf } from '../images'
import { axe } from './axe'
import { inBrowser, see } from './console'
import { chooseFile, press, tabTo, type } from './keyboard'

const main = (page: Page) => page.locator('main')
const field = (page: Page, name: string) => main(page).getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
const image = { name: 'faixa.png', mimeType: 'image/png', buffer: picture }
const document = { name: 'manual.pdf', mimeType: 'application/pdf', buffer: pdf() }

inBrowser('a file in a form', (console) => {
  const stored = async (path: string) =>
    (await console.world.call(await console.world.token('acme-admin'), 'GET', path)).body.data as unknown
  const bannerOf = async (id: number) =>
    ((await stored(`apps/${id}`)) as { config: { banner: { url: string | null } } }).config.banner.url

  it('A-093 ENT-APP-02 is the banner of an app: chosen, shown, taken back, saved and removed', async () => {
    const page = await console.visit({ path: '/apps/1/show' })
    const address = field(page, 'Banner address')
    const choose = button(page, 'Choose a file: Banner address')
    const shown = main(page).getByRole('img', { name: 'Banner address: the image' })
    await tabTo(page, choose)
    await chooseFile(page, image)
    await see(address).toHaveValue(/^faixa\.png · 1 KB$/)
    await see(shown).toBeVisible()
    await see(page.locator('[data-part=banner] img')).toHaveAttribute('src', /^blob:/)
    expect(await axe(page)).toEqual([])
    // Taken back, and chosen again.
    await tabTo(page, button(page, 'Remove: Banner address'))
    await press(page, 'Enter')
    await see(address).toHaveValue('')
    await see(choose).toBeFocused()
    await see(shown).toHaveCount(0)
    await chooseFile(page, image)
    await press(page, 'Control+Enter')
    await see(address).toHaveValue(/^\/api\/files\/[\w-]{32}$/)
    await see(shown).toHaveAttribute('src', /^\/api\/files\//)
    await see.poll(() => shown.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1)
    expect(await bannerOf(1)).toMatch(/^\/api\/files\//)
    // Without the address, the app has no banner.
    await tabTo(page, button(page, 'Remove: Banner address'))
    await press(page, 'Enter')
    await press(page, 'Control+Enter')
    await see(page.locator('[data-part=banner] img')).toHaveCount(0)
    await see.poll(() => bannerOf(1)).toBeNull()
  })

  it('T86 A-149 is refused at its field: too large before it is sent, of another kind by the server', async () => {
    const page = await console.visit({ path: '/apps/1/show', locale: 'pt-BR' })
    const address = field(page, 'Endereço do banner')
    await tabTo(page, button(page, 'Escolher um arquivo: Endereço do banner'))
    // From the disk, as a person's file is: what a test holds in memory takes seconds to reach the page.
    const folder = mkdtempSync(join(tmpdir(), 'tocsin-banner-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const large = join(folder, 'faixa.png')
    writeFileSync(large, Buffer.alloc(MAX_FILE + 1))
    await chooseFile(page, large)
    await see(main(page).getByText('deve ser um arquivo de no máximo 8 MB')).toBeVisible()
    await see(address).toHaveAttribute('aria-invalid', 'true')
    console.trouble(page).expect(/status of 400/)
    await chooseFile(page, { ...image, buffer: Buffer.from('<script>') })
    await see(main(page).getByText('deve ser um arquivo de no máximo 8 MB')).toHaveCount(0)
    await press(page, 'Control+Enter')
    await see(main(page).getByText(/deve ser um arquivo de um destes tipos/)).toBeVisible()
    await see(address).toBeFocused()
    expect(await axe(page)).toEqual([])
  })

  it('CHAN-16 CHCFG-12 is the document of a new pdf channel, which else needs an address', async () => {
    const page = await console.visit({ path: '/channels/create?appId=1' })
    await type(page, 'Manual')
    const kind = page.getByRole('combobox', { name: 'Kind' })
    await tabTo(page, kind)
    await page.keyboard.type('PDF')
    await see(kind).toHaveValue('pdf')
    await press(page, 'Control+Enter')
    await see(field(page, 'Address')).toHaveAttribute('aria-invalid', 'true')
    await tabTo(page, button(page, 'Choose a file: Address'))
    await chooseFile(page, document)
    await see(field(page, 'Address')).toHaveValue('manual.pdf · 1 KB')
    await press(page, 'Control+Enter')
    await see(page.getByRole('heading', { level: 2, name: 'Manual' })).toBeVisible()
    const made = (await stored('channels?appId=1&q=Manual')) as { config: { url: string } }[]
    expect(made[0]!.config.url).toMatch(/^\/api\/files\//)
  })
})
