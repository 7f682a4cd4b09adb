import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { DEMO_PASSWORD } from '../../fixtures/users'
import { createDeveloperMessages } from '../../server/outbox/developer-messages'
import { startDelivery } from '../../server/outbox/outbox'
import { axe, overflow } from './axe'
import { inBrowser, see } from './console'
import { focusIsLost, press, tabTo } from './keyboard'
import { ringOf } from './ring'

const messages = createDeveloperMessages(Date.now)
const sent = (page: Page) => page.getByRole('log').getByRole('article')

inBrowser(
  'the messages of the demo',
  (console) => {
    it('W51 shows a code as it is sent, without a ring round the heading, to whoever tries a sign-in with two steps, and the code is good', async () => {
      const { world } = console
      const page = await console.visit({ as: null, path: '/developer/messages', size: { width: 360, height: 740 } })
      const title = page.getByRole('heading', { level: 1, name: 'Messages of the demo' })
      await see(title).toBeFocused()
      expect(await ringOf(title)).toBeNull()
      await see(page.getByText('Nothing was sent yet.')).toBeVisible()
      const delivery = startDelivery(world.parts, async (message) => messages.add(message), world.url, {
        every: 2 ** 30,
      })
      try {
        const login = { username: 'acme-mfa', password: DEMO_PASSWORD }
        const { token } = (await world.call(null, 'POST', 'authentication/login', login)).body.data as { token: string }
        // By itself: no key is pressed.
        await see(sent(page)).toHaveCount(1)
        await see(page.getByRole('heading', { level: 2, name: 'Mail to acme-mfa@example.org' })).toBeVisible()
        await tabTo(page, page.getByRole('button', { name: 'Copy: code' }))
        await press(page, 'Enter')
        await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^[2-9A-HJ-NP-Z]{7}$/)
        const code = await page.evaluate(() => navigator.clipboard.readText())
        expect((await world.call(token, 'POST', 'authentication/mfa/verify', { code })).status).toBe(200)

        await world.call(null, 'POST', 'authentication/restore-password/request', { username: 'acme-admin' })
        await see(sent(page)).toHaveCount(2)
        const link = sent(page).first().getByRole('link')
        await see(link).toHaveAttribute('href', new RegExp(`^${world.url}/password-reset\\?authorization=`))
        expect(await focusIsLost(page)).toBe(false)
        expect(await axe(page)).toEqual([])
        expect(await overflow(page)).toEqual([])
      } finally {
        await delivery.stop()
      }
    })

    it('shows as text whatever a message holds, and says so when nobody answers any more', async () => {
      const page = await console.visit({ as: null, path: '/developer/messages', locale: 'pt-BR' })
      await see(page.getByRole('heading', { level: 1, name: 'Mensagens da demonstração' })).toBeVisible()
      messages.add({
        channel: 'sms',
        to: '<img src=x onerror=alert(1)>',
        subject: '',
        text: '<script>alert(1)</script> https://elsewhere.test/x javascript:alert(1)',
      })
      await see(sent(page).first()).toContainText('<script>alert(1)</script>')
      await see(page.getByRole('heading', { level: 2, name: 'SMS para <img src=x onerror=alert(1)>' })).toBeVisible()
      await see(sent(page).first().getByRole('link')).toHaveCount(0)
      console.trouble(page).expect(/ERR_INTERNET_DISCONNECTED/)
      await page.context().setOffline(true)
      await see(page.getByRole('alert')).toContainText('O servidor não responde com mensagens.')
      await page.context().setOffline(false)
      await see(page.getByRole('alert')).toHaveCount(0)
      await see(sent(page).first()).toContainText('<script>')
    })
  },
  { developerMessages: messages },
)
