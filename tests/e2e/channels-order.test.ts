import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { bigForm } from '../big-form'
import { axe, overflow } from './axe'
import { inBrowser, see, type Visit } from './console'
import { focusIsLost, press, tabTo, type } from './keyboard'

const row = (page: Page) => page.locator('[role=row]:focus')
const rows = (page: Page) => page.locator('[role=grid] [role=row][data-index]')
const heard = (page: Page) => page.locator('main section > output')
const bar = (page: Page) => page.getByRole('region', { name: /^(Move|Mover) / })
const phone = (page: Page) => page.locator('[data-app-colors]')
const dialog = (page: Page) => page.getByRole('dialog')

inBrowser('the channels of an app', (console) => {
  const call = async (method: string, path: string, body?: unknown) =>
    console.world.call(await console.world.token('acme-admin'), method, path, body)
  const stored = async (appId: number) =>
    (await call('GET', `channels?appId=${appId}&order=displayOrder%20ASC&limit=1000`)).body.data as unknown as {
      id: number
      name: string
      channelType: string
      tag: string | null
      config: Record<string, unknown>
    }[]
  const names = async (appId: number) => (await stored(appId)).map(({ name }) => name)
  /** Makes an app with channels of these names; `b:A` lies in A, which is a group. */
  const make = async (name: string, channels: readonly string[]): Promise<number> => {
    const app = (await call('POST', 'apps', { name, clientId: 2, projectId: 5, label: name })).body.data as {
      id: number
    }
    const ids = new Map<string, number>()
    for (const one of channels) {
      const [own = '', group] = one.split(':')
      const { body } = await call('POST', 'channels', {
        name: own,
        appId: app.id,
        clientId: 2,
        channelType: /^[A-Z]/.test(own) ? 'group' : 'alert',
        config: { parentId: group === undefined ? null : ids.get(group) },
      })
      ids.set(own, (body.data as unknown as { id: number }).id)
    }
    return app.id
  }
  /** Opens the channels of an app, with the focus on the first row. */
  const open = async (appId: number, visit: Visit = {}): Promise<Page> => {
    const page = await console.visit({ ...visit, path: `/apps/${appId}/show?tab=channels` })
    await see(rows(page).first()).not.toHaveAttribute('aria-busy', 'true')
    // The order of the whole app is known as soon as the phone shows it. A narrow screen shows the list alone.
    if (!visit.size) await see(phone(page).locator('[data-channel]').first()).toBeAttached()
    await press(page, 'j')
    await see(row(page)).toHaveAttribute('data-index', '0')
    return page
  }

  it.each(['en-US', 'pt-BR'] as const)(
    'CHAN-01 CHAN-10 CHAN-23 A-092 A-138 lifts a channel, moves it in the list and the phone, drops it, and undoes: %s',
    async (locale) => {
      const portuguese = locale === 'pt-BR'
      const id = await make(`Ordem ${locale}`, ['um', 'dois', 'três', 'quatro'])
      const page = await open(id, { locale })
      await press(page, 'Space')
      await see(row(page)).toHaveAttribute('data-lifted', '')
      await see(heard(page)).toContainText(portuguese ? '1 de 4, no começo' : '1 of 4, at the beginning')
      expect(await axe(page)).toEqual([])
      await press(page, 'j', 'j')
      await see(row(page)).toContainText('um')
      await see(row(page)).toHaveAttribute('data-index', '2')
      await see(heard(page)).toHaveText(portuguese ? 'um, 3 de 4, depois de três' : 'um, 3 of 4, after três')
      await see(bar(page)).toContainText(portuguese ? '3 de 4, depois de três' : '3 of 4, after três')
      await see(phone(page).locator('[data-channel]')).toHaveText(['dois', 'três', 'um', 'quatro'])
      // Other single keys rest meanwhile.
      await press(page, 't', 'Delete', 'e', 'x', 'c', '1')
      await see(row(page)).toHaveAttribute('data-lifted', '')
      expect(await names(id)).toEqual(['um', 'dois', 'três', 'quatro'])
      // Esc puts it back.
      await press(page, 'Escape')
      await see(row(page)).toHaveAttribute('data-index', '0')
      await see(row(page)).toContainText('um')
      await see(page.locator('[data-lifted]')).toHaveCount(0)
      await press(page, 'Space', 'End')
      await see(row(page)).toHaveAttribute('data-index', '3')
      await press(page, 'Home', 'ArrowDown', 'Space')
      await see(page.getByText(portuguese ? 'Movido: um' : 'Moved: um')).toBeVisible()
      await see(row(page)).toHaveAttribute('data-index', '1')
      await see(row(page)).toContainText('um')
      await see(page.locator('[data-lifted]')).toHaveCount(0)
      expect(await names(id)).toEqual(['dois', 'um', 'três', 'quatro'])
      await press(page, 'z')
      await see(page.getByText(portuguese ? 'Movido: um' : 'Moved: um')).toHaveCount(0)
      await see(rows(page).first()).toContainText('um')
      // The cursor follows the channel.
      await see(row(page)).toHaveAttribute('data-index', '0')
      await see(row(page)).toContainText('um')
      expect(await names(id)).toEqual(['um', 'dois', 'três', 'quatro'])
      expect(await focusIsLost(page)).toBe(false)
    },
  )

  it('CHCFG-15 A-165 shows what lies in a group further in, moves it with the group, and deletes it before the group', async () => {
    const id = await make('Grupos', ['a', 'Grupo', 'x:Grupo', 'y:Grupo', 'b'])
    const page = await open(id)
    await see(rows(page).nth(2)).toContainText('x, in Grupo')
    const edges = await rows(page)
      .locator('svg:first-child')
      .evaluateAll((pictures) => pictures.map((picture) => picture.getBoundingClientRect().x))
    expect(edges.map((edge) => Math.round(edge - edges[0]!))).toEqual([0, 0, 20, 20, 0])
    await press(page, 'j', 'Space')
    await see(page.locator('[data-lifted]')).toHaveCount(3)
    await see(bar(page)).toContainText('with what lies in it: 2')
    await press(page, 'j')
    await see(rows(page)).toContainText(['a', 'b', 'Grupo', 'x', 'y'])
    await press(page, 'Space')
    await see(page.getByText('Moved: Grupo')).toBeVisible()
    expect(await names(id)).toEqual(['a', 'b', 'Grupo', 'x', 'y'])
    await press(page, 'j', 'Space', 'k', 'j', 'Home', 'End', 'j', 'j')
    await see(row(page)).toHaveAttribute('data-index', '4')
    await press(page, 'Space')
    await see(page.getByText('Moved: x')).toBeVisible()
    expect(await names(id)).toEqual(['a', 'b', 'Grupo', 'y', 'x'])
    await press(page, 'Control+A', 'Delete')
    await see(page.getByRole('alertdialog')).toBeVisible()
    await tabTo(page, page.getByRole('alertdialog').getByRole('button', { name: /^Delete/ }))
    await press(page, 'Enter')
    await see(page.getByText('There are no channels.')).toBeVisible()
    expect(await names(id)).toEqual([])
  })

  it('A-092 CHAN-01 moves a channel across all pages of 20, and names the whole order of the app', async () => {
    const page = await open(2)
    await press(page, 'Space', 'End')
    await see(row(page)).toHaveAttribute('data-index', '199')
    await see(heard(page)).toHaveText('Sala 001, 200 of 200, after Sala 200')
    await press(page, 'k', 'Space')
    await see(page.getByText('Moved: Sala 001')).toBeVisible()
    await see(row(page)).toContainText('Sala 001')
    const order = await names(2)
    expect([order[0], order[198], order[199], order.length]).toEqual(['Sala 002', 'Sala 001', 'Sala 200', 200])
    await press(page, 'z')
    await see.poll(async () => (await names(2))[0]).toBe('Sala 001')
  })

  it('A-138 takes the present order where somebody else has moved something, and keeps the focus on the row', async () => {
    const id = await make('Corrida', ['um', 'dois', 'três', 'quatro'])
    const page = await open(id)
    await press(page, 'Space', 'j')
    const present = (await stored(id)).toReversed()
    const { status } = await call('PATCH', 'channels/rearrange', {
      channelsOrder: present.map((channel, displayOrder) => ({ id: channel.id, displayOrder })),
    })
    expect(status).toBe(200)
    console.trouble(page).expect(/status of 409/)
    await press(page, 'Space')
    await see(page.getByText('Not moved: um')).toBeVisible()
    await see(page.getByText('The list shows their present order')).toBeVisible()
    await see(rows(page)).toContainText(['quatro', 'três', 'dois', 'um'])
    await see(row(page)).toContainText('um')
    await see(row(page)).toHaveAttribute('data-index', '3')
    expect(await names(id)).toEqual(['quatro', 'três', 'dois', 'um'])
    // From the present order it works.
    await press(page, 'Space', 'Home', 'Space')
    await see(page.getByText('Moved: um', { exact: true })).toBeVisible()
    expect(await names(id)).toEqual(['um', 'quatro', 'três', 'dois'])
  })

  it('lifts nothing while a filter or another order is on, and says why', async () => {
    const page = await console.visit({ path: '/apps/2/show?tab=channels&q=Sala%2000', locale: 'pt-BR' })
    await see(rows(page).first()).toContainText('Sala 001')
    await press(page, 'j', 'Space')
    await see(page.getByText('Com um filtro ou outra ordem, nada pode ser movido. Limpe antes.')).toBeVisible()
    await see(page.locator('[data-lifted], [aria-selected=true][data-index]')).toHaveCount(0)
    // The other key of the selection still selects.
    await press(page, 'x')
    await see(page.locator('[aria-selected=true][data-index]')).toHaveCount(1)
  })

  it('CHAN-01 lifts and copies a channel from its menu', async () => {
    const page = await open(1)
    await press(page, '.')
    await see(dialog(page)).toBeVisible()
    await type(page, 'Move')
    await see(page.locator('[role=option][aria-selected=true]')).toContainText('Move Emergência')
    await press(page, 'Enter')
    await see(page.locator('[data-lifted]')).toHaveCount(1)
    await see(row(page)).toContainText('Emergência')
    await press(page, 'j')
    await see(bar(page)).toContainText('2 of 14, after Falar com a direção')
    await press(page, 'Escape')
    await see(bar(page)).toHaveCount(0)
    await press(page, '.')
    await see(dialog(page)).toBeVisible()
    await type(page, 'Copy Emerg')
    await see(page.locator('[role=option][aria-selected=true]')).toContainText('Copy Emergência')
    await press(page, 'Enter')
    await see(page.getByText('Channel copied: Emergência')).toBeVisible()
  })

  it('puts a lifted channel back when the focus leaves the list', async () => {
    const page = await open(2)
    await press(page, 'Space', 'j')
    await see(row(page)).toHaveAttribute('data-index', '1')
    await press(page, 'Control+K')
    await see(dialog(page)).toBeVisible()
    await see(page.locator('[data-lifted]')).toHaveCount(0)
    expect((await names(2))[0]).toBe('Sala 001')
  })

  it('CHAN-10 moves a channel that is dragged by its handle, and Esc puts it back', async () => {
    const id = await make('Arrastar', ['um', 'dois', 'três', 'quatro'])
    const page = await open(id)
    console.trouble(page).expect(/pointerdown|mousedown/)
    // The page itself: here a pointer is what is tested.
    const { mouse } = page
      .context()
      .pages()
      .find((one) => one.url() === page.url())!
    const middle = (target: ReturnType<Page['locator']>) =>
      target.evaluate((one) => {
        const { left, top, width, height } = one.getBoundingClientRect()
        return [left + width / 2, top + height / 2] as const
      })
    const drag = async (name: string, to: number) => {
      await mouse.move(...(await middle(page.getByRole('button', { name: `Move ${name}`, exact: true }))))
      await mouse.down()
      const [x, y] = await middle(page.locator(`[data-index="${to}"]`))
      await mouse.move(x, y - 20, { steps: 4 })
      await mouse.move(x, y, { steps: 4 })
    }
    await drag('um', 2)
    await see(rows(page)).toContainText(['dois', 'três', 'um', 'quatro'])
    await see(bar(page)).toContainText('3 of 4, after três')
    await mouse.up()
    await see(page.getByText('Moved: um')).toBeVisible()
    await see(row(page)).toContainText('um')
    expect(await names(id)).toEqual(['dois', 'três', 'um', 'quatro'])
    await drag('dois', 3)
    await see(bar(page)).toContainText('4 of 4, after quatro')
    await press(page, 'Escape')
    await mouse.up()
    await see(bar(page)).toHaveCount(0)
    await see(row(page)).toContainText('dois')
    expect(await names(id)).toEqual(['dois', 'três', 'um', 'quatro'])
  })

  it('CHAN-10 moves a channel by buttons of 44 px at 360 px', async () => {
    const id = await make('Estreito', ['um', 'dois', 'três'])
    const page = await open(id, { size: { width: 360, height: 760 }, locale: 'pt-BR' })
    const handle = page.getByRole('button', { name: 'Mover um' })
    const sizeOf = (target: ReturnType<Page['locator']>) => target.evaluate((one) => one.getBoundingClientRect().height)
    expect(await sizeOf(handle)).toBeGreaterThanOrEqual(44)
    // So a channel is created, and a copied one is pasted.
    await press(page, 'Control+C')
    for (const name of ['Criar canal', 'Colar canal']) {
      const button = page.getByRole('button', { name })
      await see(button).toBeVisible()
      expect(await sizeOf(button)).toBeGreaterThanOrEqual(44)
    }
    await press(page, 'Space')
    const down = bar(page).getByRole('button', { name: 'Descer' })
    for (const name of ['Subir', 'Descer', 'Soltar', 'Devolver'])
      expect(await sizeOf(bar(page).getByRole('button', { name }))).toBeGreaterThanOrEqual(44)
    await tabTo(page, down)
    await press(page, 'Enter')
    await see(bar(page)).toContainText('2 de 3, depois de dois')
    await see(down).toBeFocused()
    expect(await axe(page)).toEqual([])
    expect(await overflow(page)).toEqual([])
    await tabTo(page, bar(page).getByRole('button', { name: 'Soltar' }))
    await press(page, 'Enter')
    await see(page.getByText('Movido: um')).toBeVisible()
    await see(row(page)).toContainText('um')
    expect(await names(id)).toEqual(['dois', 'um', 'três'])
  })

  it('CHAN-04 A-137 keeps a copied channel over a reload, and pastes it into its own app as well', async () => {
    const id = await make('Mesma', ['um', 'dois'])
    // The list that the channel is copied from does not have its form.
    await call('PATCH', `channels/${(await stored(id))[0]!.id}`, { config: { schema: bigForm(3) } })
    const page = await open(id)
    await see(rows(page).first()).toContainText('um')
    await see(row(page)).toContainText('um')
    await press(page, 'Control+C')
    await see(page.getByText('Channel copied: um')).toBeVisible()
    await page.reload()
    await see(row(page)).toContainText('um')
    await press(page, 'Control+V')
    await see(dialog(page).getByRole('textbox')).toHaveValue('um')
    await press(page, 'Control+A')
    await type(page, 'três')
    await press(page, 'Enter')
    await see(rows(page).nth(2)).toContainText('três')
    const after = await stored(id)
    expect(after.map(({ name }) => name)).toEqual(['um', 'dois', 'três'])
    const { body } = await call('GET', `channels/${after[2]!.id}`)
    expect((body.data as { config: { schema: object } }).config.schema).toMatchObject({
      title: bigForm(3).title,
      fields: [{}, {}, {}],
    })
  })

  it.each(['en-US', 'pt-BR'] as const)(
    'CHAN-03 CHAN-05 CHAN-06 CHAN-07 CHAN-21 copies a channel and pastes it into another app: %s',
    async (locale) => {
      const portuguese = locale === 'pt-BR'
      const to = await make(`Destino ${locale}`, ['um'])
      const page = await open(to, { locale })
      const button = page.getByRole('button', { name: portuguese ? 'Colar canal' : 'Paste channel' })
      await see(button).toHaveCount(0)
      await press(page, 'Control+V')
      await see(page.getByText(portuguese ? 'canal invalido' : 'invalid channel', { exact: true })).toBeVisible()
      await page.goto('/apps/1/show?tab=channels')
      await see(rows(page).first()).toContainText('Emergência')
      await press(page, 'j', 'j', 'j', 'j')
      await see(row(page)).toContainText('Polícia')
      await press(page, 'Control+C')
      await see(page.getByText(portuguese ? 'Canal copiado: Polícia' : 'Channel copied: Polícia')).toBeVisible()
      await see(button).toBeVisible()
      expect(await axe(page)).toEqual([])
      // The filter keeps its room beside the buttons.
      const filter = (await page.getByRole('searchbox').boundingBox())!
      expect(filter.width).toBeGreaterThan(120)
      expect(filter.x + filter.width).toBeLessThanOrEqual((await button.boundingBox())!.x)
      // It survives a reload.
      await page.goto(`/apps/${to}/show?tab=channels`)
      await see(rows(page).first()).toContainText('um')
      await see(button).toBeVisible()
      await press(page, 'j', 'Control+V')
      await see(dialog(page).getByRole('textbox')).toHaveValue('Polícia')
      expect(await axe(page)).toEqual([])
      await press(page, 'Control+A', 'Delete', 'Enter')
      await see(dialog(page)).toBeVisible()
      await type(page, 'Guarda')
      await press(page, 'Enter')
      await see(rows(page).nth(1)).toContainText('Guarda')
      // The line makes the same channel, with its options.
      await see(page.getByRole('log')).toContainText(
        new RegExp(`tocsin channels create --name=Guarda --channel-type=phone .*--app=${to} .*--config.phone=190`),
      )
      const [, made] = await stored(to)
      expect(made).toMatchObject({
        name: 'Guarda',
        channelType: 'phone',
        tag: null,
        config: { phone: '190' },
      })
      expect(Object.keys(made!.config)).not.toContain('parentId')
      expect(await focusIsLost(page)).toBe(false)
    },
  )

  it('A-137 forgets the copy when its account signs out', async () => {
    const page = await open(1, { ownSession: true })
    await press(page, 'Control+C')
    await see(page.getByText('Channel copied: Emergência')).toBeVisible()
    const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('copied:')))
    expect(await kept()).toHaveLength(1)
    await press(page, 'Control+K')
    await type(page, 'sign out')
    await see(page.locator('[role=option][aria-selected=true]')).toContainText('Sign out')
    await press(page, 'Enter')
    await see(page.getByRole('alertdialog').or(dialog(page)).getByRole('button', { name: 'Sign out' })).toBeVisible()
    await tabTo(page, page.getByRole('button', { name: 'Sign out' }).last())
    await press(page, 'Enter')
    await see(page.locator('input[name=username]')).toBeVisible()
    expect(await kept()).toEqual([])
  })
})
