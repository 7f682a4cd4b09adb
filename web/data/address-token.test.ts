import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** Loads the module as a page at an address does; returns it and the address afterwards. */
async function openedAt(href: string) {
  const state = { entry: 1 }
  const replaced: unknown[][] = []
  vi.stubGlobal('location', { href })
  vi.stubGlobal('history', { state, replaceState: (...given: unknown[]) => void replaced.push(given.map(String)) })
  const module = await import('./address-token')
  return { ...module, replaced }
}

it('T67 RESET-22 takes the token out of the address as soon as the page is loaded, and nothing else', async () => {
  const page = await openedAt('https://console.example.org/password-reset?locale=pt-BR&authorization=a.b.c#x')
  expect(page.replaced.map(([, , address]) => address)).toEqual([
    'https://console.example.org/password-reset?locale=pt-BR#x',
  ])
  expect(page.addressToken('/password-reset')).toBe('a.b.c')
})

it('gives it only to the page that it came with, until it is forgotten', async () => {
  const page = await openedAt('https://console.example.org/login?authorization=a.b.c')
  expect(page.addressToken('/password-reset')).toBeNull()
  expect(page.addressToken('/login')).toBe('a.b.c')
  page.forgetAddressToken()
  expect(page.addressToken('/login')).toBeNull()
})

it('takes it out of whatever other address it stands in', async () => {
  const page = await openedAt('https://console.example.org/login/?authorization=a.b.c')
  expect(page.replaced).toHaveLength(1)
  expect(page.addressToken('/login')).toBeNull()
})

it('leaves an address without one alone', async () => {
  const page = await openedAt('https://console.example.org/login?redirect=%2Fsites')
  expect(page.replaced).toEqual([])
  expect(page.addressToken('/login')).toBeNull()
})
