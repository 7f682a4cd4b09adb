import { sql } from 'kysely'
import type { Page } from 'playwright'
import { beforeAll, expect, it } from 'vitest'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import { phonesOf } from '../phones'
import { axe, overflow } from './axe'
import { inBrowser, see } from './console'
import { press, tabTo, type } from './keyboard'
import { raiseAlert } from './raise-alert'
import { swipe } from './swipe'

/** The manager of Acme's first school, who answers for it. */
const MANAGER = 1
const PHONE = { width: 360, height: 740 }

const rows = (page: Page) => page.locator('[role=row][data-index]')
const drawer = (page: Page, id: number) => page.getByRole('complementary', { name: `Alert ${id}`, exact: true })
const actions = (page: Page) => page.getByRole('group', { name: 'Actions on the alert' })

inBrowser('an alert on a phone', (console) => {
  let phones: ReturnType<typeof phonesOf>
  beforeAll(async () => {
    phones = phonesOf(console.world)
    await phones.join(MANAGER)
  })
  const alertOf = async (id: number) => {
    const { body } = await console.world.call(await console.world.token('acme-admin'), 'GET', `alerts/${id}`)
    return body.data as unknown as Alert
  }

  it('ALERT-09 K9 shows first how it is and the ways to act, in reach of a thumb, and goes on by a swipe', async () => {
    const first = await raiseAlert(console.world, { text: 'Sem ninguém' })
    const { id } = await phones.raised(MANAGER, { text: 'Fumaça' })
    const page = await console.visit({ path: `/alerts/${id}/show`, size: PHONE })
    console.trouble(page).expect(/TROUBLE (pointerdown|touchstart)/)
    const main = page.getByRole('main')
    await see(actions(page).getByRole('button', { name: 'Take' })).toBeInViewport({ ratio: 1 })
    await see(main.getByRole('listitem').first()).toBeVisible()
    await see(main.getByRole('group', { name: 'Reach the people and the place' })).toBeVisible()
    await see(main.getByRole('region', { name: 'People' })).toBeVisible()
    // From the top: state, age, text, ways, timeline, attachments, facts, people, actions.
    const order = await main.evaluate((element) => {
      const tops = [
        () => element.querySelector('section p')!,
        () => [...element.querySelectorAll('p')].find((one) => one.textContent === 'Fumaça')!,
        () => element.querySelector('fieldset[aria-label^=Reach]')!,
        () => element.querySelector('section[aria-label=Timeline]')!,
        () => element.querySelector('section[aria-label=Attachments]')!,
        () => element.querySelector('dl[aria-label=Facts]')!,
        () => element.querySelector('section[aria-label=People]')!,
      ].map((find) => find())
      const sorted = tops.every(
        (one, at) => at === 0 || tops[at - 1]!.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING,
      )
      const text = getComputedStyle(tops[1]!)
      return { sorted, text: [text.fontSize, text.lineHeight] }
    })
    expect(order).toEqual({ sorted: true, text: ['16px', '24px'] })
    // Every target is 44 px or more, the action that the state asks for 48.
    const heights = await actions(page)
      .getByRole('button')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
    expect(heights).toEqual([48, 44, 44, 44])
    const ways = main.getByRole('group', { name: 'Reach the people and the place' }).locator('a, button')
    for (const height of await ways.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height)))
      expect(height).toBeGreaterThanOrEqual(44)
    expect(await overflow(page)).toEqual([])
    expect(await axe(page)).toEqual([])
    // Each term of the facts keeps to one line.
    const terms = await main.locator('dt').evaluateAll((all) =>
      all.map((one) => {
        const words = document.createRange()
        words.selectNodeContents(one)
        return words.getClientRects().length
      }),
    )
    expect(new Set(terms)).toEqual(new Set([1]))
    // The reporter is the one who answers for the school as well: two ways, so that it asks which.
    await tabTo(page, ways.first())
    await press(page, 'Enter')
    const which = page.getByRole('dialog', { name: 'Call somebody' })
    await see(which.getByRole('link', { name: 'Call Mirtes Sabiá' }).first()).toBeFocused()
    expect(await axe(page)).toEqual([])
    await press(page, 'Escape')
    await see(ways.first()).toBeFocused()
    // A finger to the left goes to the next alert, and one that scrolls goes nowhere.
    await swipe(page, -40, -200)
    await swipe(page, -150)
    await page.waitForURL(`**/alerts/${first}/show`)
    await see(main).toContainText('Sem ninguém')
    const call = main.getByRole('button', { name: 'Call', exact: true })
    await see(call).toHaveAttribute('aria-disabled', 'true')
    await see(call).toHaveAccessibleDescription('The alert is anonymous: nobody can be called.')
    await swipe(page, 150)
    await page.waitForURL(`**/alerts/${id}/show`)
    await see(main).toContainText('Fumaça')
    await swipe(page, 150)
    await see(page.getByText('This is the first alert of the list.')).toBeVisible()
    // The menu and the keys do the same.
    await tabTo(page, main.getByRole('button', { name: 'Actions', exact: true }))
    await press(page, 'Enter')
    await see(page.getByRole('option', { name: /Next alert/ })).toBeVisible()
    await page.keyboard.type('next alert')
    await press(page, 'Enter')
    await page.waitForURL(`**/alerts/${first}/show`)
    await press(page, 'k')
    await page.waitForURL(`**/alerts/${id}/show`)
    // The page shows at once what others do.
    await console.world.call(await console.world.token('root'), 'POST', `alerts/${id}/take`, {})
    await see(main).toContainText('with Rute Raiz')
    // With large text the small actions are one below the other.
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    const lefts = await actions(page)
      .getByRole('button')
      .evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().left)).size)
    expect(lefts).toBe(1)
    expect(await overflow(page)).toEqual([])
  })

  it('A-162 A-163 opens a sheet above the keyboard for a note, keeps its text, and gives the focus back', async () => {
    const { id } = await phones.raised(MANAGER, { text: 'Nota no celular' })
    const page = await console.visit({ path: `/alerts/${id}/show`, size: PHONE })
    const main = page.getByRole('main')
    const button = actions(page).getByRole('button', { name: 'Note' })
    const sheet = page.getByRole('dialog', { name: `Note on alert ${id}` })
    const note = sheet.getByRole('textbox', { name: 'Note for the timeline' })
    await see(main.getByRole('listitem').first()).toBeVisible()
    await see(main.getByRole('textbox')).toHaveCount(0)
    await tabTo(page, button)
    await press(page, 'Enter')
    await see(note).toBeFocused()
    expect(await axe(page)).toEqual([])
    expect(await overflow(page)).toEqual([])
    const foot = async () => {
      const { x, y, width, height } = (await sheet.boundingBox())!
      return [x, width, Math.round(y + height)]
    }
    expect(await foot()).toEqual([0, 360, 740])
    // The keyboard of a phone covers the foot of the page, whose height stays.
    await page.evaluate(() => {
      Object.defineProperty(visualViewport, 'height', { value: 440, configurable: true })
      visualViewport!.dispatchEvent(new Event('resize'))
    })
    expect(await foot()).toEqual([0, 360, 440])
    await see(sheet.getByRole('button', { name: 'Save' })).toBeInViewport({ ratio: 1 })
    // Esc and the button that closes keep the text, and so does another page.
    await type(page, 'Viatura 7')
    await press(page, 'Escape')
    await see(sheet).toHaveCount(0)
    await see(button).toBeFocused()
    expect(await page.evaluate(() => document.documentElement.style.getPropertyValue('--keyboard'))).toBe('')
    await press(page, 'Enter')
    await see(note).toHaveValue('Viatura 7')
    await tabTo(page, sheet.getByRole('button', { name: 'Close' }))
    await press(page, 'Enter')
    await see(button).toBeFocused()
    await page.reload()
    await see(main.getByRole('listitem').first()).toBeVisible()
    await press(page, 'n')
    await see(note).toHaveValue('Viatura 7')
    // Nothing is no note.
    await press(page, 'Control+a', 'Delete', 'Control+Enter')
    await see(note).toHaveAccessibleDescription('Write the note first.')
    await type(page, 'Viatura 8')
    await press(page, 'Escape')
    await see(sheet).toHaveCount(0)
    await tabTo(page, button)
    await press(page, 'Enter')
    await see(note).toHaveValue('Viatura 8')
    await tabTo(page, sheet.getByRole('button', { name: 'Save' }))
    await press(page, 'Enter')
    await see(sheet).toHaveCount(0)
    await see(button).toBeFocused()
    await see(main.getByRole('listitem').filter({ hasText: 'Note by Ana Acme' })).toContainText('Viatura 8')
    // In the drawer, which covers the list, it is the same. A wide screen has the field in the timeline, with the same text.
    await page.goto('/alerts')
    await see(rows(page).first()).toBeFocused()
    await press(page, 'n')
    await see(note).toHaveValue('')
    await type(page, 'Portão')
    await press(page, 'Escape')
    await see(drawer(page, id).locator(':focus')).toHaveCount(1)
    await page.setViewportSize({ width: 1280, height: 800 })
    const field = drawer(page, id).getByRole('textbox', { name: 'Note for the timeline' })
    await see(field).toHaveValue('Portão')
    await press(page, 'n')
    await see(field).toBeFocused()
    await see(page.getByRole('dialog')).toHaveCount(0)
    const brazilian = await console.visit({ path: `/alerts/${id}/show`, size: PHONE, locale: 'pt-BR' })
    await tabTo(brazilian, brazilian.getByRole('button', { name: 'Nota', exact: true }))
    await press(brazilian, 'Enter')
    const folha = brazilian.getByRole('dialog', { name: `Nota do alerta ${id}` })
    await see(folha.getByRole('textbox', { name: 'Nota para a linha do tempo' })).toBeFocused()
    await press(brazilian, 'Control+Enter')
    await see(folha.getByRole('textbox')).toHaveAccessibleDescription('Escreva a nota primeiro.')
  })

  it('opens a failed delivery to its attempts with their codes, and tries again from there', async () => {
    const visit = (locale: 'en-US' | 'pt-BR') => console.visit({ path: '/alerts/1/show', size: PHONE, locale })
    const brazilian = await visit('pt-BR')
    const falha = brazilian.getByRole('button', { name: /^A entrega a Portaria da Acme foi abandonada/ })
    await tabTo(brazilian, falha)
    await press(brazilian, 'Enter')
    await see(
      brazilian
        .getByRole('list', { name: 'Tentativas de entregar o alerta a Portaria da Acme' })
        .getByRole('listitem')
        .first(),
    ).toContainText('Tentativa 11: O alerta não foi aceito')
    await see(brazilian.getByRole('button', { name: 'Tentar agora: Portaria da Acme' })).toBeVisible()
    expect(await overflow(brazilian)).toEqual([])

    const page = await visit('en-US')
    const timeline = page.getByRole('region', { name: 'Timeline' })
    const failure = timeline.getByRole('button', { name: /^Delivery to Portaria da Acme given up/ })
    const attempts = timeline.getByRole('list', { name: 'Attempts to hand the alert over to Portaria da Acme' })
    await tabTo(page, failure)
    await see(failure).toHaveAttribute('aria-expanded', 'false')
    expect((await failure.boundingBox())!.height).toBeGreaterThanOrEqual(44)
    await press(page, 'Enter')
    await see(failure).toHaveAttribute('aria-expanded', 'true')
    await see(attempts.getByRole('listitem')).toContainText([
      /Attempt 11: It was not accepted/,
      /Attempt 1: The address cannot be reached/,
    ])
    expect(await failure.getAttribute('aria-controls')).toBe(await attempts.locator('..').getAttribute('id'))
    expect(await axe(page)).toEqual([])
    expect(await overflow(page)).toEqual([])
    await press(page, ' ')
    await see(failure).toHaveAttribute('aria-expanded', 'false')
    await see(attempts).toHaveCount(0)
    // The deliveries of the alert open in the same way.
    const delivery = page.getByRole('region', { name: 'Assigned providers' }).getByRole('button', { name: /^failed: / })
    await tabTo(page, delivery)
    await press(page, ' ')
    await see(page.getByRole('button', { name: 'Try now: Portaria da Acme' })).toHaveCount(1)
    expect(await axe(page)).toEqual([])
    await press(page, 'Enter')
    await tabTo(page, failure, 'Shift+Tab')
    await press(page, 'Enter', 'Tab')
    await see(page.getByRole('button', { name: 'Try now: Portaria da Acme' })).toBeFocused()
    await press(page, 'Enter')
    await see(timeline).toContainText('Ana Acme sent it to Portaria da Acme again')
    await see(page.getByRole('button', { name: /^Try now/ })).toHaveCount(0)
    await see(failure).toBeFocused()
    expect((await alertOf(1)).MonitoringProviders.filter(({ failed }) => failed)).toEqual([])
  })

  it('counts the other pending alerts in the head, and leads back to them; nothing while there are none', async () => {
    const pending = async () =>
      (
        await console.world.call(
          await console.world.token('acme-admin'),
          'GET',
          'alerts?open=true&status=pending&test=false&limit=100',
        )
      ).body.data as unknown as { id: number }[]
    const resolve = async (id: number) =>
      console.world.call(await console.world.token('acme-admin'), 'POST', `alerts/${id}/resolve`, {
        resolution: 'drill',
      })
    const id = await raiseAlert(console.world, { text: 'Este' })
    for (const one of await pending()) if (one.id !== id) await resolve(one.id)
    const page = await console.visit({ path: `/alerts/${id}/show`, size: PHONE })
    const back = page.getByRole('link', { name: /other pending alert/ })
    await see(page.getByRole('main')).toContainText('Este')
    await see(page.getByRole('listitem').filter({ hasText: 'Raised in the app' })).toBeVisible()
    await see(back).toHaveCount(0)
    const others = [await raiseAlert(console.world, { text: 'Outro' })]
    await see(page.getByRole('link', { name: 'Back to 1 other pending alert', exact: true })).toBeVisible()
    others.push(await raiseAlert(console.world, { text: 'Mais um' }))
    await see(page.getByRole('link', { name: 'Back to 2 other pending alerts', exact: true })).toHaveText(/^2/)
    expect(await axe(page)).toEqual([])
    expect(await overflow(page)).toEqual([])
    await tabTo(page, back)
    await press(page, 'Enter')
    await page.waitForURL('**/alerts?view=pending&tests=no')
    await see(rows(page)).toHaveCount(3)
    await see(rows(page).first()).toBeFocused()
    // The drawer covers the top bar, and has the count as well. The board that it leads to is there already.
    await press(page, 'Enter')
    const open = drawer(page, others[1]!)
    await tabTo(page, open.getByRole('link', { name: 'Back to 2 other pending alerts', exact: true }))
    expect(await axe(page)).toEqual([])
    expect(await overflow(page)).toEqual([])
    await press(page, 'Enter')
    await see(open).toHaveCount(0)
    await see(rows(page).first()).toBeFocused()
    const brazilian = await console.visit({ path: `/alerts/${id}/show`, size: PHONE, locale: 'pt-BR' })
    await see(brazilian.getByRole('link', { name: 'Voltar a mais 2 alertas pendentes', exact: true })).toBeVisible()
    // Where there is room, the top bar counts all of them.
    await brazilian.setViewportSize({ width: 1280, height: 800 })
    await see(brazilian.getByRole('link', { name: 'Alertas: 3 pendentes' })).toBeVisible()
    await see(brazilian.getByRole('link', { name: /^Voltar a mais/ })).toHaveCount(0)
  })

  it('A-162 A-163 reopens by a key, in the drawer that a swipe moves on', async () => {
    const ids: number[] = []
    for (const text of ['Um', 'Dois']) ids.push(await raiseAlert(console.world, { text }))
    const page = await console.visit({ path: '/alerts', size: PHONE })
    console.trouble(page).expect(/TROUBLE (pointerdown|touchstart)/)
    await see(rows(page).first()).toBeFocused()
    await press(page, 'Enter')
    await see(drawer(page, ids[1]!)).toBeVisible()
    await swipe(page, 150)
    await see(page.getByText('This is the first alert of the list.')).toBeVisible()
    await swipe(page, -150)
    await see(drawer(page, ids[0]!)).toBeVisible()
    // The focus is still in the drawer, which covers the list.
    await see(drawer(page, ids[0]!).locator(':focus')).toHaveCount(1)
    await tabTo(page, drawer(page, ids[0]!).getByRole('button', { name: 'Actions', exact: true }))
    await press(page, 'Enter')
    await page.keyboard.type('previous alert')
    await see(page.getByRole('option', { name: /Previous alert/ })).toBeVisible()
    await press(page, 'Enter')
    await see(drawer(page, ids[1]!)).toBeVisible()
    expect(await axe(page)).toEqual([])
    await press(page, 'Shift+R')
    await see(page.getByText('The alert is not resolved.').first()).toBeVisible()
    await press(page, 'r')
    await see(page.getByRole('dialog').getByRole('radio', { name: 'Real' })).toBeFocused()
    await press(page, 'Control+Enter')
    await see(page.getByRole('dialog')).toHaveCount(0)
    await see.poll(async () => (await alertOf(ids[1]!)).resolution).toBe('real')
    await page.goto(`/alerts/${ids[1]}/show`)
    await see(actions(page).getByRole('button', { name: 'Reopen' })).toBeVisible()
    // The help for keys has it.
    await press(page, '?')
    await see(page.getByRole('dialog')).toContainText('Reopen the alert')
    await press(page, 'Escape')
    await see(page.getByRole('dialog')).toHaveCount(0)
    await press(page, 'Shift+R')
    await see(actions(page).getByRole('button', { name: 'Take' })).toBeVisible()
    await see.poll(async () => (await alertOf(ids[1]!)).resolvedAt).toBeNull()
  })

  it('A-162 T04 keeps what is done without a connection and sends it once, in order; keeps drafts by account', async () => {
    const ask = async (as: string, method: string, path: string, body?: object) =>
      (await console.world.call(await console.world.token(as), method, path, body)).body.data
    const { id } = await phones.raised(MANAGER, { text: 'Sem sinal' })
    const page = await console.visit({ as: ['acme-admin', 'root'], path: `/alerts/${id}/show`, size: PHONE })
    console.trouble(page).expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 400/)
    const timeline = page.getByRole('region', { name: 'Timeline' })
    const note = page.getByRole('textbox', { name: 'Note for the timeline' })
    const write = async (text: string) => {
      await press(page, 'n')
      await see(note).toBeFocused()
      await type(page, text)
    }
    const save = async () => {
      await press(page, 'Control+Enter')
      await see(note).toHaveCount(0)
    }
    await see(timeline).toContainText('Raised in the app by Mirtes Sabiá')
    const waiting = timeline.locator('[data-event=waiting]')
    // The answer to the first note is lost, and the connection with it: the note is made, and must not be made twice.
    let isFirst = true
    await page.route('**/api/alerts/*/note', async (route) => {
      if (!isFirst) return route.continue()
      isFirst = false
      await route.fetch()
      await page.context().setOffline(true)
      return route.abort()
    })
    await write('Viatura 12')
    await save()
    await see(waiting).toHaveCount(1)
    await write('Chegou')
    await save()
    await press(page, 'a')
    await see(waiting).toContainText([
      /Note by Ana Acme · to be sent.*Viatura 12/s,
      /Note by Ana Acme · to be sent.*Chegou/s,
      /Taken by Ana Acme · to be sent/,
    ])
    await press(page, 'r')
    await see(page.getByRole('dialog').getByRole('radio', { name: 'Real' })).toBeFocused()
    await press(page, 'Control+Enter')
    await see(waiting).toHaveCount(4)
    await see(page.getByRole('dialog')).toHaveCount(0)
    expect(await axe(page)).toEqual([])
    // Somebody else is quicker, so that two of them come back with their reasons; the notes stay notes.
    await ask('root', 'POST', `alerts/${id}/resolve`, { resolution: 'drill' })
    await page.context().setOffline(false)
    await see(waiting).toHaveCount(2)
    await see(waiting).toContainText([
      /Taken by Ana Acme · refused.*The alert is resolved\. Reopen it first\./s,
      /Resolved by Ana Acme: real · refused.*The alert is resolved\. Reopen it first\./s,
    ])
    const eventsOf = async () =>
      (await ask('acme-admin', 'GET', `alert-histories?AlertId=${id}&order=id ASC`)) as unknown as {
        event: string
        text: string | null
      }[]
    expect((await eventsOf()).flatMap(({ event, text }) => (event === 'noted' ? [text] : []))).toEqual([
      'Viatura 12',
      'Chegou',
    ])
    expect(await axe(page)).toEqual([])
    const dismiss = waiting.getByRole('button', { name: 'Dismiss' })
    await tabTo(page, dismiss.first())
    await press(page, 'Enter')
    await see(waiting).toHaveCount(1)
    // The next person on this browser sees neither the draft nor what came back; the writer finds both again.
    await write('Só meu')
    const as = async (user: number) => {
      await page.evaluate((one) => sessionStorage.setItem('account', String(one)), user)
      await page.reload()
      await see(timeline).toContainText('Chegou')
    }
    await as(1)
    await press(page, 'n')
    await see(note).toHaveValue('')
    await see(waiting).toHaveCount(0)
    await as(6)
    await see(waiting).toHaveCount(1)
    await press(page, 'n')
    await see(note).toHaveValue('Só meu')
    const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:6:')).length)
    expect(await kept()).toBe(2)
    // A page of another screen, opened later, sends what could not be sent. The same action twice is one.
    await page.route('**/api/alerts/*/*', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await see(note).toBeFocused()
    await save()
    await press(page, 'Shift+R', 'Shift+R')
    await see(waiting).toHaveCount(3)
    await page.unroute('**/api/alerts/*/*')
    await page.goto('/sites')
    await see
      .poll(async () => (await eventsOf()).map(({ event, text }) => text ?? event).slice(-2))
      .toEqual(['Só meu', 'reopened'])
    expect(await kept()).toBe(1)
    await press(page, 'Control+k')
    await see(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
    await type(page, 'sign out')
    await see(page.getByRole('option', { name: /^Sign out/ }).first()).toBeVisible()
    await press(page, 'Enter')
    await see(
      page
        .getByRole('alertdialog')
        .or(page.getByRole('dialog'))
        .getByRole('button', { name: /^Cancel/ }),
    ).toBeFocused()
    await press(page, 'Tab', 'Enter')
    await see.poll(kept).toBe(0)
  })

  it('A-162 says that there are more than 2,000 people to hand an alert on to, and finds them by their name', async () => {
    const { id } = await phones.raised(MANAGER, { text: 'Muita gente' })
    await phones.query(sql`insert into users (name, username, email, role, user_type, client_id)
      select 'Zilá ' || n, 'zila-' || n, 'zila-' || n || '@example.org', 'admin', 'client', 2
      from generate_series(1, 2100) n`)
    const path = `/alerts/${id}/show`
    const brazilian = await console.visit({ path, size: PHONE, locale: 'pt-BR', ownSession: true })
    await see(brazilian.getByRole('listitem').first()).toBeVisible()
    await press(brazilian, 'm')
    await see(brazilian.getByRole('combobox', { name: 'Pessoa' })).toBeFocused()
    await press(brazilian, 'ArrowDown')
    await see(brazilian.getByText('50 de mais de 2.000. Digite mais do nome.')).toBeVisible()
    const page = await console.visit({ path, size: PHONE, ownSession: true })
    await see(page.getByRole('listitem').first()).toBeVisible()
    await press(page, 'm')
    const person = page.getByRole('combobox', { name: 'Person' })
    await see(person).toBeFocused()
    await press(page, 'ArrowDown')
    await see(page.getByText('50 of more than 2,000. Type more of the name.')).toBeVisible()
    expect(await axe(page)).toEqual([])
    // The last one by name is not among them.
    await type(page, 'zila 999')
    await see(page.getByRole('option')).toHaveText([/^Zilá 999/])
    await press(page, 'Enter')
    await see(person).toHaveValue('Zilá 999')
    await press(page, 'Control+Enter')
    await see(page.getByRole('dialog')).toHaveCount(0)
    expect((await alertOf(id)).takenBy?.name).toBe('Zilá 999')
  })
})
