import type { Locator, Page } from 'playwright'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { withServer } from '../../server/context/actor'
import { deliver } from '../deliver'
import { png } from '../images'
import { phonesOf } from '../phones'
import { axe, overflow } from './axe'
import { inBrowser, NO_PAGE, see } from './console'
import { press, tabTo, type } from './keyboard'
import { raiseAlert } from './raise-alert'

/** Profiles of Acme: the manager of its first school, and one of no site. */
const MANAGER = 1
const ROVER = 6

const rows = (page: Page) => page.locator('[role=row][data-index]')
const row = (page: Page, text: RegExp | string) => page.getByRole('row').filter({ hasText: text })
const drawer = (page: Page, id: number) =>
  page.getByRole('complementary', { name: new RegExp(`^(Alert|Alerta) ${id}$`) })
const part = (within: Locator, name: string) => within.getByRole('region', { name, exact: true })
const feed = (page: Page, way: 'live' | 'polling' | 'lost') => page.locator(`[data-feed=${way}]`)

/** A whole picture of one point, a second of silence, and the beginning of a video. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
function silence(): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + 8_000, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8_000, 24)
  head.writeUInt32LE(8_000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(8_000, 40)
  return Buffer.concat([head, Buffer.alloc(8_000, 128)])
}
const VIDEO = Buffer.concat([Buffer.from('\x1aE\xdf\xa3', 'latin1'), Buffer.alloc(8), Buffer.from('V_VP8')])

inBrowser('the board of alerts', (console) => {
  let phones: ReturnType<typeof phonesOf>
  beforeAll(async () => {
    phones = phonesOf(console.world)
    await phones.join(MANAGER)
    await phones.join(ROVER)
  })

  it('K10 says at once that the connection is lost, across the page after half a minute, and catches up', async () => {
    const page = await console.visit({ path: '/alerts', ownClock: true, ownSession: true })
    await see(feed(page, 'live')).toBeVisible()
    await see(rows(page).first()).toBeFocused()
    console.trouble(page).expect(/ERR_FAILED/)
    await page.route('**/api/**', (route) => route.abort())
    // The line is silent for longer than two beats and a half.
    await page.clock.fastForward(26_000)
    await see(feed(page, 'lost')).toContainText(/No connection for \d+ s, trying/)
    const banner = page.getByRole('alert').filter({ hasText: 'The connection to the server is lost.' })
    await see(banner).toHaveCount(0)
    // Screen readers are told at once.
    await see(page.getByText('The connection to the server is lost. Trying to connect.')).toHaveCount(1)
    const { id } = await phones.raised(MANAGER, { text: 'No escuro' })
    await page.clock.fastForward(31_000)
    await see(banner).toBeVisible()
    expect(await axe(page)).toEqual([])
    await page.unroute('**/api/**')
    await page.clock.fastForward(16_000)
    await see(feed(page, 'live')).toBeVisible()
    await see(banner).toHaveCount(0)
    await see(page.getByText('The connection to the server is back.')).toHaveCount(1)
    await see(rows(page).first()).toContainText('Mirtes Sabiá')
    // The focus stays on the row that had it.
    await see(rows(page).nth(1)).toBeFocused()
    await press(page, 'k', 'Enter')
    await see(drawer(page, id)).toContainText('No escuro')
  })

  it('K10 asks every few seconds while there is no stream, and shows what comes', async () => {
    const page = await console.visit({ path: NO_PAGE })
    console.trouble(page).expect(/ERR_FAILED/)
    await page.route('**/alerts/stream*', (route) => route.abort())
    await page.goto('/alerts')
    await see(feed(page, 'polling')).toContainText('Read every few seconds')
    await phones.raised(MANAGER, { text: 'Sem fluxo' })
    await see(page.getByRole('alert').filter({ hasText: 'New alert' })).toHaveCount(1)
    await see(rows(page).first()).toContainText('Pending')
    // A server that does not answer either is told from that moment, and not from the loss of the stream.
    await page.route('**/api/alerts?*', (route) => route.abort())
    await see(feed(page, 'lost')).toContainText(/No connection for [0-5] s, trying/)
  })

  it('A-162 says that the browser blocks the sound, with the key that starts it', async () => {
    await phones.raised(MANAGER, { text: 'Som' })
    const page = await console.visit({ path: NO_PAGE })
    // The settings of the browser forbid sound until the reader allows it, whatever has been pressed before.
    await page.addInitScript(() => {
      let allowed = false
      addEventListener('keydown', ({ key }) => (allowed ||= key === 'b'), true)
      const Real = AudioContext
      globalThis.AudioContext = class extends Real {
        constructor() {
          super()
          void super.suspend()
        }
        override resume() {
          return allowed ? super.resume() : new Promise<void>(() => {})
        }
      }
    })
    await page.goto('/alerts?view=pending')
    await see(rows(page).first()).toBeFocused()
    const sound = page.getByRole('group', { name: 'Sound of alerts' })
    const blocked = sound.getByRole('button', { name: 'The browser blocks sound: press B or click to turn it on' })
    await see(blocked).toBeVisible()
    await see(blocked).toHaveAttribute('aria-pressed', 'false')
    expect(await axe(page)).toEqual([])
    // Another key starts nothing.
    await press(page, 'j')
    await see(blocked).toBeVisible()
    await press(page, 'b')
    await see(sound.getByRole('button', { name: 'Sound on' })).toHaveAttribute('aria-pressed', 'true')
    await see(sound.getByRole('slider', { name: 'Volume' })).toBeVisible()
  })

  it('A-163 shows no alert that comes among the rows of another site, another day or another kind', async () => {
    for (const [filter, count] of [
      ['from=2026-01-20&to=2026-01-20', 3],
      ['view=all&ids=1,2', 2],
      ['SiteId=2', 0],
    ] as const) {
      const page = await console.visit({ path: `/alerts?${filter}` })
      await see(feed(page, 'live')).toBeVisible()
      await see(rows(page)).toHaveCount(count)
      const pending = Number(/^\((\d+)\)/.exec(await page.title())?.[1] ?? 0)
      await phones.raised(MANAGER, { text: 'De outro lugar' })
      await expect.poll(() => page.title(), { timeout: 10_000 }).toMatch(new RegExp(`^\\(${pending + 1}\\)`))
      await see(rows(page)).toHaveCount(count)
    }
  })

  it('A-163 asks the server again while it shows a search, which a browser cannot repeat', async () => {
    const page = await console.visit({ path: '/alerts?view=all&q=Araucaria' })
    await see(feed(page, 'live')).toBeVisible()
    await see(rows(page)).toHaveCount(0)
    await phones.raised(MANAGER, { text: 'Fumaça no depósito' })
    await phones.raised(MANAGER, { text: 'Incêndio junto da Araucária' })
    await see(rows(page)).toHaveCount(1)
    await see(page.getByRole('row', { name: /Araucária/ })).toHaveCount(1)
  })

  it('ALERT-08 A-102 writes to a person of an alert, and shows in the timeline what became of it', async () => {
    const { id } = await phones.raised(MANAGER, { text: 'Avisar' })
    const page = await console.visit({ path: '/alerts' })
    await see(rows(page).first()).toBeFocused()
    await press(page, 'Enter')
    const open = drawer(page, id)
    const button = part(open, 'People').getByRole('button', { name: 'Send notification to Mirtes Sabiá' }).first()
    await see(button).toBeVisible()
    await press(page, 'ArrowRight')
    await tabTo(page, button)
    await press(page, 'Enter')
    const dialog = page.getByRole('dialog', { name: 'Notification to Mirtes Sabiá' })
    await see(dialog).toContainText('+5511910000000')
    expect(await axe(page)).toEqual([])
    // Nothing is sent without words, and what was typed stays.
    const message = dialog.getByRole('textbox', { name: /^Message/ })
    await tabTo(page, message)
    await press(page, 'Control+Enter')
    await see(message).toHaveAccessibleDescription(/required/)
    await type(page, 'A viatura chega em 5 min')
    await press(page, 'Control+Enter')
    await see(dialog).toHaveCount(0)
    await see(button).toBeFocused()
    const said = part(open, 'Timeline').getByRole('listitem').filter({ hasText: 'Ana Acme notified Mirtes Sabiá' })
    await see(said).toContainText('on its way')
    await see(said).toContainText('A viatura chega em 5 min')
    const sent = await deliver(console.world)
    expect(sent.filter(({ text }) => text.includes('A viatura chega em 5 min'))).toMatchObject([
      { channel: 'sms', to: '+5511910000000' },
    ])
    // The outcome is no event of its own, and is shown without a key.
    await see(said).toContainText('sent')
    await see(said).not.toContainText('on its way')
  })

  it('ALERT-06 ALERT-14 T86 shows all the rest of an alert with no place, no profile, and fifty attachments of which one is broken', async () => {
    const options = {
      attachmentTypes: ['image', 'audio', 'video'],
      attachmentQty: 50,
      attachmentMandatory: 'none',
      attachmentSizes: { image: 8, audio: 8, video: 8 },
    }
    const fields = [{ name: 'foto', type: 'attachment', title: 'Foto', options }]
    const channel = await phones.channel({ schema: { fields }, anonymous: true })
    const attach = async (bytes: Uint8Array) => {
      const reply = await phones.file(ROVER, channel, 'foto', bytes)
      expect(reply.status, reply.text).toBe(201)
      return reply.body.data as object
    }
    const foto: object[] = []
    for (let at = 0; at < 47; at++) foto.push(await attach(PICTURE))
    // A picture that ends after its head, a recording, and a video that cannot be played.
    for (const bytes of [png(), silence(), VIDEO]) foto.push(await attach(bytes))
    const { id, leftOut } = await phones.raised(ROVER, { ChannelId: channel, anonymous: true, data: { foto } })
    expect(leftOut).toBeUndefined()
    const page = await console.visit({ path: '/alerts' })
    await see(rows(page).first()).toBeFocused()
    await see(rows(page).first()).toContainText('Anonymous')
    await see(rows(page).first()).toContainText('No site')
    await press(page, 'Enter')
    const open = drawer(page, id)
    await see(open).toContainText('The reporter wrote nothing.')
    await see(part(open, 'Place')).toContainText('The phone sent no position.')
    await see(part(open, 'People')).toContainText('The alert is anonymous: nobody can be called.')
    await see(part(open, 'People')).toContainText('The alert has no site, so nobody is responsible for it.')
    const gallery = part(open, 'Attachments')
    await see(gallery.getByRole('listitem')).toHaveCount(50)
    const drawn = () =>
      gallery
        .locator('img')
        .evaluateAll((all) => all.filter((one) => (one as HTMLImageElement).naturalWidth > 0).length)
    await see.poll(drawn).toBe(47)
    await see(gallery.locator('audio')).toHaveAccessibleName('Recording 49: Foto')
    await see(gallery.locator('video')).toHaveAccessibleName('Video 50: Foto')
    await see.poll(() => gallery.locator('audio').evaluate((one) => (one as HTMLAudioElement).duration)).toBe(1)
    await see(part(open, 'Timeline').getByRole('listitem').first()).toContainText('Raised in the app by')
    expect(await axe(page)).toEqual([])
  })

  it('ALERT-03 ALERT-11 tells its rows apart with forced colors, and moves nothing for those who want no motion', async () => {
    const page = await console.visit({ path: '/alerts' })
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    await see(feed(page, 'live')).toBeVisible()
    await see(rows(page).first()).toBeFocused()
    await phones.raised(MANAGER, { text: 'Cores' })
    const first = rows(page).first()
    await see(first).toContainText('Pending')
    await see(first).toContainText('Mirtes Sabiá')
    expect(await first.evaluate((one) => one.getAnimations().length)).toBe(0)
    // The mark of a pending alert keeps its own colours, and the state of the connection has a border.
    const mark = first.locator('[data-initials="!"]')
    await see(mark).toHaveCSS('forced-color-adjust', 'none')
    const dot = feed(page, 'live').locator('[aria-hidden]')
    await see(dot).toHaveCSS('border-top-width', '2px')
    expect(await axe(page)).toEqual([])
    await press(page, 'k', 'Enter')
    await see(page.getByRole('complementary')).toBeVisible()
    expect(await axe(page)).toEqual([])
  })

  it('A-162 silences one site, and leaves the others their sound', async () => {
    await phones.raised(MANAGER, { text: 'Da escola' })
    const page = await console.visit({ path: '/alerts?view=pending' })
    await see(row(page, 'Mirtes Sabiá').first()).toBeVisible()
    const sound = page.getByRole('group', { name: 'Sound of alerts' })
    await tabTo(page, sound.getByRole('button', { name: 'Silence…' }))
    await press(page, 'Enter')
    const dialog = page.getByRole('dialog', { name: 'Silence the sound for everybody' })
    await see(dialog.getByRole('textbox', { name: /^Reason/ })).toBeFocused()
    await type(page, 'Obra')
    const site = dialog.getByRole('combobox', { name: /^Site/ })
    await tabTo(page, site)
    // A site that is not chosen silences nothing.
    await type(page, 'Nenhum assim')
    await press(page, 'Control+Enter')
    await see(site).toHaveAccessibleDescription(/Choose a site from the list, or empty the field\./)
    await press(page, 'Control+a')
    await type(page, 'Escola Municipal Aurora Lima 1')
    await see(page.getByRole('option', { name: /Aurora Lima 1/ }).first()).toBeVisible()
    await see(page.getByRole('option', { selected: true })).toHaveCount(0)
    await see(site).toHaveAttribute('aria-activedescendant', /./)
    await press(page, 'Enter')
    await see(site).toHaveValue(/^Escola Municipal Aurora Lima 1/)
    await see(site).toHaveAttribute('aria-expanded', 'false')
    const name = await site.inputValue()
    expect(await axe(page)).toEqual([])
    await press(page, 'Control+Enter')
    await see(dialog).toHaveCount(0)
    await see(sound).toContainText(/silenced by Ana Acme: Obra/)
    // The dialog gives the focus back to what opened it.
    await see(sound.getByRole('button', { name: 'Silence…' })).toBeFocused()
    const [scope] = await sound.locator('[title]').evaluateAll((all) => all.map((one) => one.getAttribute('title')))
    expect(scope).toBe(`Applies to ${name}.`)
    await tabTo(page, sound.getByRole('button', { name: 'End the silence of Ana Acme' }))
    await press(page, 'Enter')
    await see(sound).not.toContainText('silenced by')
  })

  it('A-162 A-163 opens no dialog about an alert that is resolved, and says why', async () => {
    const page = await console.visit({ path: '/alerts?view=all' })
    await see(rows(page).first()).toBeFocused()
    await press(page, 'End')
    await see(rows(page).last()).toBeFocused()
    for (const key of ['a', 'm', 'r']) {
      await press(page, key)
      await see(page.getByRole('dialog')).toHaveCount(0)
    }
    await see(page.getByText('The alert is resolved. Reopen it first.').first()).toBeVisible()
    await see(rows(page).last()).toBeFocused()
  })

  it('K9 K10 shows on a narrow screen, above the rows, whether it is connected and what is new', async () => {
    const page = await console.visit({ path: '/alerts', size: { width: 360, height: 740 } })
    await see(feed(page, 'live')).toBeInViewport({ ratio: 1 })
    await see(rows(page).first()).toBeFocused()
    await raiseAlert(console.world, { text: 'Entregue', assigned: true })
    const waiting = page.getByRole('button', { name: '1 new' })
    await see(waiting).toBeInViewport({ ratio: 1 })
    expect(await overflow(page)).toEqual([])
    expect(await axe(page)).toEqual([])
    await press(page, 'u')
    await see(waiting).toHaveCount(0)
    // Most of the screen is for the rows: the sound is behind a button, which its keys open as well.
    const sound = page.getByRole('group', { name: 'Sound of alerts' })
    await see(sound).toHaveCount(0)
    expect((await rows(page).first().boundingBox())!.y).toBeLessThan(290)
    await press(page, 'Shift+B')
    await see(sound.getByRole('slider', { name: 'Volume' })).toBeFocused()
    expect(await overflow(page)).toEqual([])
    expect(await axe(page)).toEqual([])
    await tabTo(page, page.getByRole('button', { name: 'Sound of alerts' }))
    await press(page, 'Enter')
    await see(sound).toHaveCount(0)
  })

  it('K9 says on an empty board when the last alert came, and leads to all of them', async () => {
    const page = await console.visit({ path: '/alerts?view=mine' })
    const empty = page.getByRole('status').filter({ hasText: 'There are no alerts here.' })
    await see(empty).toContainText(/The last alert came at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\./)
    await tabTo(page, empty.getByRole('link', { name: 'Show all alerts' }))
    await press(page, 'Enter')
    await page.waitForURL(/view=all/)
    await see(rows(page).first()).toBeVisible()
  })

  it('K10 SESS-13 ends the stream of a session that was revoked within 15 seconds, and asks to sign in', async () => {
    const page = await console.visit({ as: 'borealis-admin', path: '/alerts', ownSession: true })
    await see(feed(page, 'live')).toBeVisible()
    console.trouble(page).expect(/status of 401/)
    await withServer(console.world.database, (tx) =>
      sql`update sessions set revoked_at = created_at where user_id = 9`.execute(tx),
    )
    await page.waitForURL(/\/login/, { timeout: 15_000 })
    await see(page.getByRole('alert')).toContainText('You are not signed in.')
  })
})
