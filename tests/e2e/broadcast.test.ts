import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { axe, overflow } from './axe'
import { goWithin, inBrowser, see } from './console'
import { press, tabTo, type } from './keyboard'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

inBrowser('broadcast messages', (console) => {
  const message = async (id: number) =>
    (await console.world.call(await console.world.token('root'), 'GET', `broadcast-messages/${id}`)).body
      .data as unknown as { testAt: string | null; sentAt: string | null; version: number }

  it('BCAST-01 BCAST-02 BCAST-03 BCAST-07 CONST-11 are tested and approved from their page, by keys alone', async () => {
    const admin = await console.world.token('acme-admin')
    for (let number = 1; number <= 55; number++) {
      const name = `Turma ${String(number).padStart(2, '0')}`
      const draft = { name, channelType: 'broadcast', appId: 1, clientId: 2 }
      expect((await console.world.call(admin, 'POST', 'channels', draft)).status).toBe(201)
    }
    const page = await console.visit({ as: 'broadcast-operator' })
    await see(
      page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: 'Broadcast messages' }),
    ).toBeVisible()
    await press(page, 'g', 'b')
    await see(heading(page)).toHaveText('Broadcast messages')
    const list = page.getByRole('grid', { name: 'Broadcast messages' })
    await see(list.locator('[data-index="2"]')).toContainText('O portão da rua de trás')
    await see(page.getByRole('button', { name: /^Create/ })).toHaveCount(0)
    expect(await axe(page)).toEqual([])
    await press(page, 'j', 'j', 'Enter')
    await see(heading(page)).toHaveText('O portão da rua de trás fica fechado até segunda-feira.')
    await see(page.getByRole('button', { name: /^Edit/ })).toHaveCount(0)
    expect(await axe(page)).toEqual([])

    // A test asks for one of the channels of the client that show messages: 50 at once (CONST-11).
    await tabTo(page, page.getByRole('button', { name: 'Test', exact: true }))
    await press(page, 'Enter')
    const options = page.getByRole('dialog').getByRole('option')
    await see(options.first()).toBeVisible()
    await see(page.getByRole('dialog')).toContainText('50 results')
    await type(page, 'Turma 55')
    await see(options).toHaveCount(1)
    await see(options.first()).toContainText('Turma 55')
    expect((await message(3)).testAt).toBe(null)
    await press(page, 'Enter')
    await see(page.getByText('Done: Test the message')).toBeVisible()
    expect((await message(3)).testAt).toEqual(expect.any(String))

    // The question says what is sent, and to how many phones; Esc sends nothing.
    await press(page, 'a')
    const question = page.getByRole('alertdialog')
    await see(question).toContainText('Approve the message?')
    await see(question).toContainText(
      '“O portão da rua de trás fica fechado até segunda-feira.” is sent once, to 3 phones at most.',
    )
    expect(await axe(page)).toEqual([])
    await press(page, 'Escape')
    await see(question).toHaveCount(0)
    expect((await message(3)).sentAt).toBe(null)
    await press(page, 'a')
    await see(question).toContainText('3 phones at most')
    await press(page, 'Tab', 'Enter')
    await see(page.getByText('Done: Approve the message')).toBeVisible()
    expect((await message(3)).sentAt).toEqual(expect.any(String))
    // Sent once: the key says why it does nothing.
    const { version } = await message(3)
    await press(page, 'a')
    await see(page.getByText('The message is sent already. A message is sent once.').first()).toBeVisible()
    expect((await message(3)).version).toBe(version)
  })

  it('EXPORT-10 A-068 BCAST-01 are saved as a file as the list shows them, in Portuguese and on a phone', async () => {
    const page = await console.visit({
      as: 'root',
      locale: 'pt-BR',
      path: '/broadcast-messages',
      size: { width: 360, height: 800 },
    })
    await see(heading(page)).toHaveText('Mensagens de transmissão')
    await see(page.getByRole('grid').locator('[data-index="0"]')).toBeVisible()
    expect(await overflow(page)).toEqual([])
    // A time is whole or absent.
    const times = page.locator('[data-index] [data-look=date]').locator('visible=true')
    for (const time of await times.allInnerTexts()) expect(time).toMatch(/^\d\d\/\d\d\/\d{4},? \d\d:\d\d$/)
    expect(await times.count()).toBeGreaterThan(1)
    expect(await times.evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth))).toEqual([])
    await goWithin(page, '/broadcast-messages/1/show')
    await see(heading(page)).toContainText('Amanhã não haverá aula')
    expect(await overflow(page)).toEqual([])
    const wide = await console.visit({ as: 'root', path: '/broadcast-messages' })
    await see(wide.getByRole('grid').locator('[data-index="0"]')).toBeVisible()
    await press(wide, 'y', 'f')
    await see(wide.getByRole('dialog')).toBeVisible()
    const download = wide.waitForEvent('download')
    await press(wide, 'Control+Enter')
    const text = readFileSync(await (await download).path(), 'utf8')
    expect(text.split('\r\n')[0]).toContain('Text')
    expect(text).toContain('Troca de plantão adiantada para as 18h.')
  })

  it('A-055 A-101 are read by the people of their provider, who find them in the palette and have no form', async () => {
    const page = await console.visit({ as: 'monitor-operator' })
    await see(page.getByRole('navigation', { name: 'Lists' }).getByRole('link')).toHaveText(['Home'])
    await press(page, 'ControlOrMeta+K')
    await type(page, 'broadcast messages')
    await see(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText(
      'Go to Broadcast messages',
    )
    await press(page, 'Enter')
    await see(heading(page)).toHaveText('Broadcast messages')
    const list = page.getByRole('grid', { name: 'Broadcast messages' })
    await see(list.locator('[data-index="1"]')).toContainText('Central tocsin')
    await see(list.locator('[data-index="2"]')).toHaveCount(0)
    for (const path of ['create', '1'] as const) {
      await goWithin(page, `/broadcast-messages/${path}`)
      await see(heading(page)).toHaveText(path === '1' ? /^Amanhã não haverá aula/ : 'Page not found')
    }
    await see(page.getByRole('button', { name: /^(Test|Approve|Edit)/ })).toHaveCount(0)
  })
})
