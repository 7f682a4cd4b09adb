import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { axe } from './axe'
import { chooseElsewhere, goWithin, inBrowser, see } from './console'
import { press } from './keyboard'

const row = (page: Page) => page.locator('[role=row]:focus')

/** Returns whether the next question has the focus in the task that puts it on the page, before it is painted. */
const focusAtFirstSight = (page: Page): Promise<boolean> =>
  page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const observer = new MutationObserver(() => {
          const question = document.querySelector('[role=alertdialog]')
          if (!question) return
          observer.disconnect()
          resolve(
            document.activeElement?.closest('[role=alertdialog]') === question && document.activeElement !== question,
          )
        })
        observer.observe(document.body, { childList: true, subtree: true })
      }),
  )

inBrowser('what a question says of its consequences', (console) => {
  const call = async (method: string, path: string, body?: object) =>
    (await console.world.call(await console.world.token('root'), method, path, body)).body

  it('W11 names what locking a client stops, with numbers, in both languages', async () => {
    const count = async (resource: string) =>
      (await call('GET', `${resource}?ClientId=2&limit=1&showInactive=true`)).meta.total
    const [sites, people] = [await count('sites'), await count('users')]
    const page = await console.visit({ as: 'root', path: '/clients/2/show' })
    await see(page.getByRole('heading', { level: 1 })).toContainText('Acme')
    await press(page, '.')
    await page.keyboard.type('lock')
    await see(page.locator('[role=option][aria-selected=true]')).toContainText('Acme')
    await press(page, 'Enter')
    const question = page.getByRole('alertdialog')
    for (const [locale, sentence, users, way] of [
      ['en-US', 'Until it is unlocked, nobody can change anything in it', 'users', 'It can be undone.'],
      ['pt-BR', 'Até ser desbloqueado, ninguém poderá alterar nada nele', 'usuários', 'Pode ser desfeito.'],
    ] as const) {
      await chooseElsewhere(page, { locale })
      await see(question).toContainText(sentence)
      const number = (value: number | undefined) => new Intl.NumberFormat(locale).format(value ?? 0)
      await see(question).toContainText(`${number(sites)} sites`)
      await see(question).toContainText(`${number(people)} ${users}`)
      // Its effect comes before its way back, and the question is described by both.
      await see(question).toHaveAccessibleDescription(new RegExp(`${sentence}.* ${users}\\. ${way}`))
    }
    expect(await axe(page)).toEqual([])
    await press(page, 'Escape')
    expect((await call('GET', 'clients/2')).data).toMatchObject({ locked: false })
  })

  it('W11 names what keeps a record from being deleted before it is tried, and has the focus as soon as it is shown, in both languages', async () => {
    const name = 'Aaa unused'
    const made = await call('POST', 'sites', { name, ClientId: 2, location: { formatted: 'Rua 1' } })
    const { id } = made.data as unknown as { id: number }
    const page = await console.visit({ as: 'acme-admin', path: '/sites?order=id+ASC' })
    const deleted: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'DELETE') deleted.push(request.url())
    })
    await see(row(page)).toContainText('Aurora Lima 1')
    await press(page, 'Delete')
    const question = page.getByRole('alertdialog')
    await see(question).toContainText(
      /It cannot be deleted: it is still used by .*2 registration codes \(.*3 mobile profiles \(/,
    )
    expect(await question.textContent()).not.toContain('This cannot be undone.')
    expect(await axe(page)).toEqual([])
    await chooseElsewhere(page, { locale: 'pt-BR' })
    await see(question).toContainText(
      /Não pode ser excluído: ainda é usado por .*2 códigos de cadastro \(.*3 perfis móveis \(/,
    )
    // The way on is blocked, and says why.
    await press(page, 'Tab', 'Enter')
    await see(question).toBeVisible()
    await press(page, 'Escape')
    await see(question).toHaveCount(0)
    expect(deleted).toEqual([])

    await goWithin(page, '/sites?q=Aaa')
    await see(row(page)).toContainText(name)
    const hasFocus = focusAtFirstSight(page)
    // The observer is in the page before the key is.
    await page.evaluate(() => 0)
    await press(page, 'Delete')
    expect(await hasFocus).toBe(true)
    await see(question).toHaveAccessibleDescription('Nenhum outro registro depende dele. Isso não pode ser desfeito.')
    await chooseElsewhere(page, { locale: 'en-US' })
    await see(question).toHaveAccessibleDescription('Nothing else uses it. This cannot be undone.')
    await press(page, 'Tab', 'Enter')
    await see.poll(() => deleted).toEqual([expect.stringContaining(`sites/${id}`)])
  })

  it('is asked no longer once the answer is given: a deleted record has no consequence', async () => {
    const made = await call('POST', 'sites', { name: 'Aab unused', ClientId: 2, location: { formatted: 'Rua 1' } })
    const { id } = made.data as unknown as { id: number }
    const page = await console.visit({ path: `/sites/${id}/show` })
    await see(page.getByRole('heading', { level: 1, name: 'Aab unused' })).toBeVisible()
    const dropped: string[] = []
    page.on('requestfailed', (request) => void dropped.push(new URL(request.url()).pathname))
    const waiting: (() => void)[] = []
    console.world.faults.current = (_, { route }) =>
      route.endsWith('/uses') ? new Promise<void>((resolve) => void waiting.push(resolve)) : undefined
    await press(page, 'Delete')
    await see(page.getByRole('alertdialog').getByRole('button').first()).toBeFocused()
    await see.poll(() => waiting.length).toBe(1)
    await press(page, 'Tab', 'Enter')
    await see.poll(() => dropped).toEqual([`/api/sites/${id}/uses`])
    for (const answer of waiting) answer()
    await see(page).toHaveURL(/\/sites$|\/clients\/2/)
  })
})
