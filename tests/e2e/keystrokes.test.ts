import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { allResources } from '@tocsin/core/resources/index'
import { createVocabulary } from '@tocsin/core/vocabulary/i18n'
import { KEYS, PREFIXES } from '../../web/keys/map'
import { messages } from '../../web/keys/messages'
import { goWithin, inBrowser, see } from './console'
import { press, tabTo, type } from './keyboard'

type Counting = { presses: number }

const row = (page: Page) => page.locator('[role=row]:focus')
const highlighted = (page: Page) => page.getByRole('dialog').locator('[role=option][aria-selected=true]')

/** Returns the number of keys pressed for some work, as the page heard them; a modifier is no key of its own. */
async function keysOf(page: Page, work: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const counting = globalThis as unknown as Partial<Counting>
    const isNew = counting.presses === undefined
    counting.presses = 0
    if (!isNew) return
    addEventListener(
      'keydown',
      ({ key }) => {
        if (!/^(Control|Shift|Alt|Meta)$/.test(key)) (counting as Counting).presses++
      },
      { capture: true },
    )
  })
  await work()
  return page.evaluate(() => (globalThis as unknown as Counting).presses)
}

/** The most keys for people's daily work; a typed name, text or query comes on top. */
const GOAL = { findAndOpen: 3, toggle: 2, export: 3, editAndSave: 5, switchClient: 2 }

inBrowser('as few keys as', (console) => {
  const ask = async <T>(path: string) =>
    (await console.world.call(await console.world.token('root'), 'GET', path)).body.data as unknown as T

  /** Returns the newest records: Acme's of a client's resource, the provider's own of monitoring providers. */
  const newest = (resource: string) => {
    const whose = resource === 'clients' ? '' : `&ClientId=${resource === 'monitoring-providers' ? 1 : 2}`
    return `${resource}?order=id%20DESC&limit=1000${whose}`
  }

  /** Staff who go on in Acme. */
  async function inAcme(): Promise<Page> {
    const page = await console.visit({ as: 'root', path: '/sites', ownSession: true })
    await press(page, 'w')
    await see(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
    await type(page, 'acme')
    await see(highlighted(page)).toContainText('Acme Educação')
    await press(page, 'Enter')
    await see(page.getByRole('link', { name: 'Acme Educação' }).first()).toBeVisible()
    return page
  }

  /** Opens a list of a resource with its first row in focus. */
  async function open(page: Page, path: string): Promise<void> {
    // Drops the focus, so that the former list's row is not taken for this one's.
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await goWithin(page, path)
    await see(row(page)).toBeVisible()
    await see(row(page)).not.toHaveAttribute('aria-busy', 'true')
  }

  it('three and a name find and open a site or any other record, from anywhere', async () => {
    const page = await console.visit({ as: 'root', path: '/' })
    for (const [query, title] of [
      ['lima 1 aurora', 'Escola Municipal Aurora Lima 1'],
      ['borealis', 'Borealis Saúde'],
      ['escolas do int', 'Escolas do interior'],
      ['visitantes', 'Visitantes'],
      ['alerta 2024', 'Termos do alerta de 2024'],
      ['acme approver', 'Apolo Acme'],
    ] as const) {
      const pressed = await keysOf(page, async () => {
        await press(page, 'Control+K')
        await see(page.getByRole('combobox', { name: 'Search or run anything' })).toBeFocused()
        await type(page, query)
        await see(highlighted(page)).toContainText(title)
        await press(page, 'Enter')
        await see(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
      })
      expect(pressed, query).toBeLessThanOrEqual(GOAL.findAndOpen + query.length)
    }
  })

  it('two switch a record off, and one takes it back', async () => {
    const page = await inAcme()
    for (const resource of ['sites', 'teams', 'clients', 'terms', 'monitoring-providers', 'license-comments/tocsin']) {
      const active = async () => (await ask<{ id: number }[]>(newest(resource))).map(({ id }) => id)
      await open(page, `/${resource}?order=id+DESC`)
      const before = await active()
      const pressed = await keysOf(page, () => press(page, 't'))
      expect(pressed, resource).toBeLessThanOrEqual(GOAL.toggle)
      await see.poll(active, resource).not.toContain(before[0])
      await press(page, 'z')
      await see.poll(active, resource).toEqual(before)
    }
  })

  it('three save a list as a file', async () => {
    const page = await console.visit({ as: 'acme-admin' })
    const staff = await console.visit({ as: 'root' })
    for (const [who, path, line] of [
      [page, '/sites', 'Escola Municipal Aurora Lima 1'],
      [page, '/teams', 'Equipe'],
      [page, '/registration-codes', 'AB7K2Q'],
      [page, '/users', 'acme-approver'],
      [page, '/maps', 'Kléber Caju'],
      [staff, '/clients', 'Borealis'],
      [staff, '/license-comments/tocsin', 'Contrato 2026'],
      [staff, '/public-codes', ','],
      [staff, '/mobile-users', ','],
    ] as const) {
      await open(who, path)
      const saved = who.waitForEvent('download')
      const pressed = await keysOf(who, async () => {
        await press(who, 'y', 'f')
        await see(who.getByRole('dialog').getByRole('radio', { checked: true })).toBeFocused()
        await press(who, 'Enter')
      })
      expect(readFileSync(await (await saved).path(), 'utf8'), path).toContain(line)
      expect(pressed, path).toBeLessThanOrEqual(GOAL.export)
      await press(who, 'Escape')
      await see(who.getByRole('dialog')).toHaveCount(0)
    }
  })

  it('five and a text change a record and save it', async () => {
    const page = await inAcme()
    const text = 'Outro'
    const of = (record: unknown, path: string) =>
      path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], record)
    for (const [resource, field, into = ''] of [
      ['sites', 'name'],
      ['teams', 'name'],
      ['projects', 'name'],
      ['terms', 'title'],
      ['registration-handlers', 'name'],
      // A form opens at the list of its fields, and Enter leads to the title of the first.
      ['registration-forms', 'schema.fields.0.title', 'Enter'],
      ['monitoring-providers', 'name'],
      ['license-comments/tocsin', 'title'],
      ['clients', 'name'],
    ] as const) {
      const whole = into === '' ? '' : '&withSchema=true'
      const records = () => ask<Record<string, unknown>[]>(newest(resource) + whole)
      await open(page, `/${resource}?order=id+DESC`)
      const pressed = await keysOf(page, async () => {
        await press(page, 'e')
        await see(page.locator('form :focus')).toBeVisible()
        if (into !== '') await press(page, into)
        await press(page, 'ControlOrMeta+A')
        await type(page, text)
        await press(page, 'Control+Enter')
        await see.poll(async () => (await records()).filter((one) => of(one, field) === text), resource).toHaveLength(1)
      })
      // The form closes by itself, which must not cut across the next screen.
      await see(page.locator('form')).toHaveCount(0)
      expect(pressed, resource).toBeLessThanOrEqual(GOAL.editAndSave + text.length)
    }
  })

  it('two and three letters go on in another client', async () => {
    const page = await console.visit({ as: 'root', path: '/sites' })
    await see(row(page)).toBeVisible()
    const pressed = await keysOf(page, async () => {
      await press(page, 'w')
      await see(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
      await type(page, 'bor')
      await see(highlighted(page)).toContainText('Borealis')
      await press(page, 'Enter')
      await see(page.getByRole('navigation').getByRole('link', { name: 'Borealis Saúde' }).first()).toBeVisible()
    })
    expect(pressed).toBeLessThanOrEqual(GOAL.switchClient + 3)
    await tabTo(page, page.locator('[role=row][tabindex="0"]'))
  })
})

inBrowser('no key is declared that does nothing', (console) => {
  it('on the list, in its headings, on a record, in a form or on the versions of an app', async () => {
    const resources = await allResources()
    const vocabulary = createVocabulary()
    vocabulary.add(['keys'], messages)
    for (const { name, messages: words } of resources) vocabulary.add(['resources', name], words)
    const t = vocabulary.translate('en-US')
    const captions = new Map(PREFIXES.map((prefix) => [t(`keys.prefixes.${prefix}`), prefix]))
    // Nobody can create some records from the console: messages are posted by programs (A-101).
    const created = resources
      .filter(({ can, name }) => can.create && name !== 'broadcast-messages')
      .map(({ name }) => `new:${name}`)
    const declared = KEYS.filter(({ id }) => !id.startsWith('new:') || created.includes(id)).map(
      ({ keys: [first = ''], label }) =>
        `${PREFIXES.find((prefix) => first.startsWith(`${prefix} `)) ?? ''} ${t(label)}`,
    )

    const page = await console.visit({ as: 'root', path: '/sites' })
    const handled = new Set<string>()
    const readHelp = async () => {
      await press(page, 'F1')
      const sections = page.getByRole('dialog', { name: 'Shortcuts' }).getByRole('region')
      await see(sections.first()).toBeVisible()
      for (const section of await sections.all()) {
        const caption = await section.getByRole('heading').innerText()
        for (const label of await section.locator('dt').allInnerTexts())
          handled.add(`${captions.get(caption) ?? ''} ${label}`)
      }
      await press(page, 'Escape')
      await see(sections).toHaveCount(0)
    }
    await see(row(page)).toBeVisible()
    await readHelp()
    await press(page, 's')
    await see(page.locator('[role=columnheader]:focus')).toBeVisible()
    await readHelp()
    await goWithin(page, '/sites/1/show')
    await see(page.getByRole('tab').first()).toBeVisible()
    await readHelp()
    await goWithin(page, '/sites/1')
    await see(page.locator('form')).toBeVisible()
    await readHelp()
    // Lists with keys of their own.
    for (const [tab, role] of [
      ['channels', 'grid'],
      ['versions', 'listbox'],
    ] as const) {
      await goWithin(page, `/apps/1/show?tab=${tab}`)
      await see(page.getByRole(role).first()).toBeVisible()
      await readHelp()
    }
    // The fields of a form, and the rules of one of them.
    await goWithin(page, '/registration-forms/1')
    await see(page.getByRole('listbox').first().getByRole('option').first()).toBeFocused()
    await readHelp()
    await press(page, 'j', 'r')
    await see(page.getByRole('dialog', { name: /^When / })).toBeVisible()
    await readHelp()
    await press(page, 'Escape')
    await goWithin(page, '/apps/templates')
    await see(page.getByRole('list', { name: 'Templates' }).getByRole('link').first()).toBeFocused()
    await readHelp()
    // The notice of a new code has a key.
    await goWithin(page, '/registration-codes/create?ClientId=2')
    await see(page.locator('form')).toBeVisible()
    await press(page, 'Control+Enter')
    await see(page.getByRole('button', { name: 'Copy: Code' }).last()).toBeVisible()
    await see(page.getByRole('region', { name: 'Notices' })).toContainText('Created:')
    await readHelp()
    expect(declared.filter((key) => !handled.has(key))).toEqual([])
  })
})
