import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { ApiError } from '@tocsin/core/base/errors'
import type { LicenseComment } from '@tocsin/core/resources/license-comments/types'
import { noFaults } from '../../server/faults'
import { axe } from './axe'
import { inBrowser, see } from './console'
import { focusIsLost, press, retype, tabTo } from './keyboard'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const row = (page: Page) => page.locator('[role=row]:focus')

async function fill(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, field(page, name))
  await retype(page, text)
}

inBrowser('license comments and public codes', (console) => {
  it('LIC-01 LIC-02 LIC-04 LIC-11 LIC-12 begins a comment in a dialog of two fields, and fills it in whole elsewhere', async () => {
    const page = await console.visit({ as: 'root', path: '/clients/2/show?tab=licenses', locale: 'pt-BR' })
    console.trouble(page).expect(/status of 500/)
    const grid = page.getByRole('grid', { name: 'Comentários de licença' })
    await see(grid).toContainText('Contrato 2026')
    await see(grid).toContainText('Proposta de preço')
    const shown = await page.getByRole('columnheader').allTextContents()
    expect(shown.slice(1, 6)).toEqual(['Título', 'Responsável', 'Fase', 'Atualizado em', 'Ativo'])
    expect(await axe(page)).toEqual([])

    await tabTo(page, page.locator('[role=row][tabindex="0"]'))
    await press(page, 'c')
    const dialog = page.getByRole('dialog', { name: 'Criar comentário de licença' })
    await see(field(page, 'Título')).toBeFocused()
    await see(dialog.getByRole('textbox')).toHaveCount(2)
    await fill(page, 'Título', 'Renovação')
    await fill(page, 'Responsável', 'Célia')
    console.world.faults.current = (point, { method }) => {
      if (point === 'request' && method === 'POST') throw new ApiError({ status: 500, code: 'INTERNAL_ERROR' })
    }
    await press(page, 'Control+Enter')
    await see(dialog).toHaveCount(0)
    await see(page.getByRole('log')).toContainText(/req-\d+/)
    console.world.faults.current = noFaults
    await tabTo(page, page.getByRole('button', { name: /^Abrir de novo/ }))
    await press(page, 'Enter')
    await see(field(page, 'Título')).toHaveValue('Renovação')
    // Typing goes on in the fields, though the notice about restored input stands above them.
    await see(field(page, 'Título')).toBeFocused()
    await press(page, 'Control+Enter')
    await see(dialog).toHaveCount(0)
    // The new row has the focus, without a key.
    await see(row(page)).toContainText('Renovação')
    await see(row(page)).toContainText('Piloto')

    // The switch sends the record; it stays without a comment.
    const sent: Partial<LicenseComment>[] = []
    page.on(
      'request',
      (request) => request.method() === 'PUT' && sent.push(request.postDataJSON() as Partial<LicenseComment>),
    )
    await press(page, 't')
    await see.poll(() => sent[0]).toMatchObject({ title: 'Renovação', comment: null, active: false })
    await press(page, 'z')
    await see.poll(() => sent.length).toBe(2)

    // Its own screen wants the comment too.
    await see(row(page)).toContainText('Renovação')
    await press(page, 'e')
    await see(heading(page, 'Editar Renovação')).toBeVisible()
    expect(new URL(page.url()).pathname).toMatch(/^\/license-comments\/tocsin\/\d+$/)
    await fill(page, 'Título', 'Renovação 2027')
    await press(page, 'Control+Enter')
    await see(field(page, 'Comentário')).toHaveAccessibleDescription('Comentário não pode ficar em branco.')
    expect(await axe(page)).toEqual([])
    await fill(page, 'Comentário', 'Em negociação')
    await press(page, 'Control+Enter')
    // Back in the tab that it was found in, at the same row.
    await see(row(page)).toContainText('Renovação 2027')
    await see(heading(page, 'Acme Educação')).toBeVisible()
    expect(new URL(page.url()).searchParams.get('tab')).toBe('licenses')

    // Once deleted on its own page, it is not read again, and the next list says what was done.
    await press(page, 'Enter')
    await see(heading(page, 'Renovação 2027')).toBeVisible()
    const asked: string[] = []
    page.on('request', (request) => request.method() === 'GET' && asked.push(new URL(request.url()).pathname))
    const own = `/api${new URL(page.url()).pathname.replace(/\/show$/, '')}`
    await press(page, 'Delete')
    await tabTo(page, page.getByRole('alertdialog').getByRole('button', { name: /^Excluir/ }))
    await press(page, 'Enter')
    await see(heading(page, 'Comentários de licença')).toBeVisible()
    await see(page.getByRole('log')).toContainText('Renovação 2027')
    await see(grid).toContainText('Contrato 2026')
    await see(grid).not.toContainText('Renovação 2027')
    expect(asked).toContain('/api/license-comments/tocsin')
    expect(asked).not.toContain(own)
    expect(await focusIsLost(page)).toBe(false)
  })

  it('LIC-03 LIC-07 LIC-08 leads from a row to the comment, and says of days out of order what is wrong', async () => {
    const page = await console.visit({ as: 'client-manager', path: '/clients/2/show?tab=licenses' })
    await see(page.getByRole('grid', { name: 'License comments' })).toContainText('Contrato 2026')
    await tabTo(page, page.locator('[role=row][tabindex="0"]'))
    await press(page, 'j', 'Enter')
    await see(heading(page, 'Interior')).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/license-comments/tocsin/3/show')
    expect(await axe(page)).toEqual([])
    await press(page, 'e')
    await see(heading(page, 'Edit Interior')).toBeVisible()
    for (const [name, day] of [
      ['Start date', '03022026'],
      ['End date', '02022026'],
    ] as const) {
      await tabTo(page, page.getByLabel(name))
      await page.keyboard.type(day)
    }
    await press(page, 'Control+Enter')
    await see(page.getByLabel('Start date')).toHaveAccessibleDescription(/^Start date must not be after the end\./)
    await see(page.getByLabel('End date')).toHaveAccessibleDescription(/^End date must not be before the start\./)
  })

  it('PCODE-01 PCODE-02 lists public codes, makes, changes and deletes one', async () => {
    const page = await console.visit({ as: 'admin', path: '/public-codes' })
    console.trouble(page).expect(/status of 400/)
    const grid = page.getByRole('grid', { name: 'Public codes' })
    await see(grid).toContainText('BRASIL')
    expect(await axe(page)).toEqual([])
    await press(page, 'c')
    await see(heading(page, 'Create public code')).toBeVisible()
    await fill(page, 'Code', 'abc')
    await press(page, 'Control+Enter')
    await see(field(page, 'Code')).toHaveAccessibleDescription('Code must be exactly 6 letters or digits.')
    await retype(page, 'brasil')
    await press(page, 'Control+Enter')
    await see(field(page, 'Code').or(page.getByRole('alert')).first()).toBeVisible()
    await see(page.getByText('This code already exists').first()).toBeVisible()
    await fill(page, 'Code', 'escpr1')
    await fill(page, 'State', 'PR')
    await press(page, 'Control+Enter')
    await see(grid).toContainText('ESCPR1')
    await see(row(page)).toContainText('PR')
    await press(page, 'e')
    await see(heading(page, 'Edit ESCPR1')).toBeVisible()
    await fill(page, 'Description', 'Escolas do Paraná')
    await press(page, 'Control+Enter')
    await see(grid).toContainText('Escolas do Paraná')
    await see(row(page)).toContainText('ESCPR1')
    await press(page, 'Delete')
    await tabTo(page, page.getByRole('alertdialog').getByRole('button', { name: /^Delete/ }))
    await press(page, 'Enter')
    await see(grid).not.toContainText('ESCPR1')
    expect(await focusIsLost(page)).toBe(false)
  })
})
