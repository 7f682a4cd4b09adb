import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import type { AppVersion } from '@tocsin/core/resources/app-versions/types'
import { axe, contested, overflow } from './axe'
import { inBrowser, see } from './console'
import { focusIsLost, press, tabTo, type } from './keyboard'

const list = (page: Page) => page.getByRole('listbox')
const option = (page: Page, name: string | RegExp) => list(page).getByRole('option', { name })
const changes = (page: Page) => page.locator('section[aria-labelledby=versions-changes]')
const comment = (page: Page) => page.getByRole('textbox', { name: /^(Version comment|Comentário da versão)/ })

const TEXT = 'Use só em risco imediato. Este serviço não substitui a chamada para 190 ou 192.'

inBrowser('the versions of an app', (console) => {
  const call = async (method: string, path: string, body?: unknown, as = 'acme-admin') =>
    console.world.call(await console.world.token(as), method, path, body)
  const versions = async (id: number) => (await call('GET', `apps/${id}/schemas`)).body.data as unknown as AppVersion[]
  /** Makes an app of Acme with one button. */
  const create = async (name: string) => {
    const { id } = (await call('POST', 'apps', { name, clientId: 2, projectId: 5 })).body.data as { id: number }
    const made = await call('POST', 'channels', {
      name: 'Polícia',
      appId: id,
      clientId: 2,
      channelType: 'phone',
      config: { phone: '190' },
    })
    return { id, channel: (made.body.data as { id: number }).id }
  }

  it.each(['en-US', 'pt-BR'] as const)(
    'VER-01 VER-04 VER-09 lists the versions, tells in words what the draft changes, and publishes it by keys alone: %s',
    async (locale) => {
      const portuguese = locale === 'pt-BR'
      const { id, channel } = await create(`Versões ${locale}`)
      await call('PATCH', `channels/${channel}`, { label: TEXT, MonitoringProviders: [2, 3] })
      await call('POST', `apps/${id}/publish`, { versionComment: 'Primeira', versionName: 'Férias' })
      const changed = { label: TEXT.replace('190', '193'), MonitoringProviders: [3], config: { phone: '193' } }
      await call('PATCH', `channels/${channel}`, changed)
      await call('PATCH', `apps/${id}/schema`, { config: { headerColor: '#006FC0' } })
      await call('POST', 'channels', { name: 'Chuva', appId: id, clientId: 2 })
      const page = await console.visit({ path: `/apps/${id}/show`, locale })
      await press(page, '3')
      await see(page).toHaveURL(/tab=versions$/)
      await see(option(page, portuguese ? /^Rascunho/ : /^Draft/)).toHaveAttribute('aria-selected', 'true')
      await see(option(page, portuguese ? /Versão 1: Férias/ : /Version 1: Férias/)).toContainText('Primeira')
      await see(changes(page)).toContainText(portuguese ? '1 novo' : '1 new')
      const told = changes(page).getByRole('definition')
      await see(told.filter({ hasText: /190→/ })).toHaveText(portuguese ? 'antes 190→193' : 'before 190→193')
      // A long text shows its changed words, and a provider that receives the channel no longer is named.
      const words = told.filter({ has: page.locator('del') })
      await see(words).toContainText(/substitui a chamada para 190 193 ou 192\.$/)
      await see(words).not.toContainText('imediato')
      await see(told.filter({ hasText: 'Segurança' })).toContainText(
        portuguese ? 'Portaria da Acme deixa de receber' : 'Portaria da Acme no longer receives this channel.',
      )
      await see(told.filter({ hasText: '#006FC0' })).toContainText('#007DD8')
      await see(changes(page)).toContainText(portuguese ? 'Chuva (Alerta)' : 'Chuva (Alert)')
      expect(await axe(page)).toEqual([])
      expect(await contested(page)).toEqual([])

      await press(page, 'p')
      await see(comment(page)).toBeFocused()
      // An empty comment is told at the field, and nothing is sent.
      await press(page, 'Control+Enter')
      await see(comment(page)).toHaveAttribute('aria-invalid', 'true')
      await type(page, 'Bombeiros')
      // What was typed stays when the form is left.
      await press(page, 'Escape')
      await see(list(page)).toBeFocused()
      // So it does while another version and another tab are looked at; elsewhere the key that saves publishes nothing.
      await press(page, 'j', 'k', 'Control+S', '1', '3')
      await see(list(page)).toBeVisible()
      await tabTo(page, list(page))
      await press(page, 'Enter')
      await see(comment(page)).toHaveValue('Bombeiros')
      expect((await versions(id)).map(({ number }) => number)).toEqual([null, 1])
      await press(page, 'Control+Enter')
      await see(option(page, portuguese ? /Versão 2.*Publicada/ : /Version 2.*Published/)).toHaveAttribute(
        'aria-selected',
        'true',
      )
      await see(option(page, portuguese ? /Férias.*Despublicada/ : /Férias.*Unpublished/)).toBeVisible()
      expect(await versions(id)).toMatchObject([
        { number: 2, status: 'published', versionComment: 'Bombeiros' },
        { number: 1, status: 'unpublished' },
      ])
      expect(await focusIsLost(page)).toBe(false)
    },
  )

  it('VER-05 VER-06 unpublishes a published version and reactivates an unpublished one, and shows what each changed', async () => {
    const { id, channel } = await create('Voltar')
    await call('POST', `apps/${id}/publish`, { versionComment: 'Um' })
    await call('PATCH', `channels/${channel}`, { label: 'Guarda' })
    await call('POST', `apps/${id}/publish`, { versionComment: 'Dois' })
    const page = await console.visit({ path: `/apps/${id}/show?tab=versions` })
    await see(changes(page).getByRole('heading', { level: 2 })).toHaveText('What version 2 changed')
    await see(changes(page)).toContainText('Guarda')
    // The first key leads into the list.
    await see(page.getByRole('heading', { level: 1 })).toBeFocused()
    await press(page, 'j')
    await see(list(page)).toBeFocused()
    await see(option(page, /Version 2/)).toHaveAttribute('aria-selected', 'true')
    await press(page, 'ArrowRight')
    await see(changes(page)).toBeFocused()
    await press(page, 'ArrowLeft', 'j')
    await see(option(page, /Version 1/)).toHaveAttribute('aria-selected', 'true')
    await see(changes(page)).toContainText('Polícia (Phone)')
    await tabTo(page, page.getByRole('button', { name: 'Reactivate', exact: true }))
    await press(page, 'Enter')
    await see(page.getByRole('alertdialog')).toContainText('Reactivate version 1?')
    await see(page.getByRole('alertdialog')).toContainText(
      'Version 2 is published now and becomes unpublished. The draft stays as it is.',
    )
    await press(page, 'Tab', 'Enter')
    await see(option(page, /Version 1.*Published/)).toBeVisible()
    await see(page.getByRole('main').getByText('Version 1 published')).toBeVisible()
    await tabTo(page, page.getByRole('button', { name: 'Unpublish', exact: true }))
    await press(page, 'Enter')
    await see(page.getByRole('alertdialog')).toBeVisible()
    await press(page, 'Tab', 'Enter')
    await see(option(page, /Version 1.*Unpublished/)).toBeVisible()
    // The time is that of the state, and the name that of the publisher.
    await see(option(page, /Version 1/)).toContainText(/since .+ · published by Ana Acme$/)
    await see(page.getByRole('group', { name: 'This version' })).toContainText(
      /Unpublished since.+Published by ?Ana Acme/,
    )
    expect((await versions(id)).map(({ status }) => status)).toEqual(['unpublished', 'unpublished'])
  })

  it('A-129 gives the draft the contents of a version, and takes that back by the key of undo', async () => {
    const { id, channel } = await create('Continuar')
    await call('POST', `apps/${id}/publish`, { versionComment: 'Um', versionName: 'Férias' })
    await call('DELETE', `channels/${channel}`)
    const page = await console.visit({ path: `/apps/${id}/show?tab=versions`, locale: 'pt-BR' })
    await tabTo(page, list(page))
    await press(page, 'j')
    await tabTo(page, page.getByRole('button', { name: 'Continuar a partir desta versão…', exact: true }))
    await press(page, 'Enter')
    const question = page.getByRole('alertdialog')
    await see(question).toContainText('Continuar a partir da versão 1?')
    await see(question).toContainText('o que foi alterado nele é sobrescrito. Pode ser desfeito.')
    await press(page, 'Tab', 'Enter')
    await see(option(page, /^Rascunho/)).toBeVisible()
    const buttons = async () => (await call('GET', `channels?appId=${id}`)).body.total
    await see.poll(buttons).toBe(1)
    await press(page, 'z')
    await see.poll(buttons).toBe(0)

    // Elsewhere the palette asks for the app, then for the version.
    await press(page, 'g', 'h')
    await see(page).toHaveURL(/\/$/)
    const palette = page.getByRole('dialog')
    const first = palette.getByRole('option').first()
    await press(page, 'Control+K')
    for (const [step, typed, found] of [
      ['', 'continuar versão', 'Continuar a partir de versão de app…'],
      ['1 de 2', 'continuar', 'Continuar'],
      ['2 de 2', 'féri', 'Férias'],
    ] as const) {
      await see(palette).toContainText(step)
      await see(palette.getByRole('combobox')).toBeFocused()
      await type(page, typed)
      await see(first).toContainText(found)
      await press(page, 'Enter')
    }
    await see(question).toContainText('Continuar a partir da versão 1?')
    await press(page, 'Escape')
    expect(await buttons()).toBe(0)
  })

  it.each([
    ['en-US', 'since you looked', /^The draft has changed in the meantime/],
    ['pt-BR', 'depois que você viu', /^O rascunho mudou nesse meio-tempo/],
  ] as const)(
    'VER-04 publishes no draft that nobody has seen, marks what is new in it, and waits for one more press: %s',
    async (locale, mark, said) => {
      const { id, channel } = await create(`Visto ${locale}`)
      await call('POST', `apps/${id}/publish`, { versionComment: 'Um' })
      await call('PATCH', `channels/${channel}`, { config: { phone: '193' } })
      const page = await console.visit({ path: `/apps/${id}/show?tab=versions`, locale })
      console.trouble(page).expect(/status of 409/)
      await see(changes(page)).toContainText('193')
      await press(page, 'p')
      await type(page, 'Dois')
      await call('PATCH', `channels/${channel}`, { label: 'Bombeiros' })
      await call('POST', 'channels', { name: 'Chuva', appId: id, clientId: 2 })
      await press(page, 'Control+Enter')
      await see(page.locator('form').getByRole('alert')).toHaveText(said)
      await see(changes(page).getByText(mark)).toHaveCount(2)
      await see(changes(page).getByRole('heading', { name: /Chuva/ })).toContainText(mark)
      await see(changes(page).getByRole('definition').filter({ hasText: 'Bombeiros' })).toContainText(mark)
      await see(changes(page).getByRole('definition').filter({ hasText: '193' })).not.toContainText(mark)
      expect((await versions(id)).map(({ number }) => number)).toEqual([null, 1])
      await see(comment(page)).toBeFocused()
      await see(comment(page)).toHaveValue('Dois')
      expect(await axe(page)).toEqual([])
      await press(page, 'Control+Enter')
      await see(option(page, /Vers(ão|ion) 2/)).toBeVisible()
      expect(await versions(id)).toMatchObject([
        { number: 2, versionComment: 'Dois' },
        { number: 1, status: 'unpublished' },
      ])
      await see(changes(page).getByText(mark)).toHaveCount(0)
    },
  )

  it('VER-07 A-077 offers to rename only the draft, and says that this is to come', async () => {
    const { id } = await create('Nome')
    await call('POST', `apps/${id}/publish`, { versionComment: 'Um' })
    await call('PATCH', `apps/${id}`, { label: 'Mudado' })
    const page = await console.visit({ path: `/apps/${id}/show?tab=versions` })
    const rename = page.getByRole('button', { name: 'Rename' })
    await see(rename).toHaveAttribute('aria-disabled', 'true')
    await see(rename).toHaveAccessibleDescription('This is not available yet.')
    await tabTo(page, list(page))
    await press(page, 'j')
    await see(option(page, /Version 1/)).toHaveAttribute('aria-selected', 'true')
    await see(rename).toHaveCount(0)
  })

  it('says why nothing is published for a locked client, and fits a narrow screen in both languages', async () => {
    const locked = await console.visit({ as: 'root', path: '/apps/3/show?tab=versions' })
    const publish = locked.locator('form').getByRole('button', { name: 'Publish' })
    await see(publish).toHaveAttribute('aria-disabled', 'true')
    await see(publish).toHaveAccessibleDescription(/locked/)
    for (const locale of ['en-US', 'pt-BR'] as const) {
      const page = await console.visit({ path: '/apps/1/show?tab=versions', locale, size: { width: 360, height: 800 } })
      const portuguese = locale === 'pt-BR'
      const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
      const fits = async () => {
        expect(await overflow(page)).toEqual([])
        expect(await axe(page)).toEqual([])
      }
      // The list, the changes and the form are three pages.
      await see(list(page)).toBeVisible()
      await see(changes(page)).toBeHidden()
      await fits()
      await press(page, 'j', 'Enter')
      await see(changes(page)).toBeFocused()
      await see(changes(page)).toContainText('SOS')
      await see(list(page)).toBeHidden()
      const publish = changes(page).getByRole('button', { name: portuguese ? 'Publicar…' : 'Publish…' })
      await see(publish).toBeInViewport({ ratio: 1 })
      await fits()
      await tabTo(page, publish)
      await press(page, 'Enter')
      await see(comment(page)).toBeFocused()
      await see(changes(page)).toBeHidden()
      await tabTo(page, page.locator('form').getByRole('button', { name: portuguese ? 'Publicar' : 'Publish' }))
      await see(page.locator('button[type=submit]:focus')).toBeInViewport()
      await fits()
      await tabTo(page, button(portuguese ? 'Mudanças' : 'Changes'))
      await press(page, 'Enter')
      await see(changes(page)).toBeFocused()
      await tabTo(page, button(portuguese ? 'Versões' : 'Versions'))
      await press(page, 'Enter')
      await see(list(page)).toBeFocused()
      // The other actions on a version stand below its changes.
      await press(page, 'j', 'j', 'Enter')
      await see(button(portuguese ? 'Reativar' : 'Reactivate')).toBeVisible()
      await fits()
    }
  })
})
