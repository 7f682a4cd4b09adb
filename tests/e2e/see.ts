import { expect } from 'playwright/test'

/** Expects a page to show something, and waits for it. */
export const see = expect.configure({ timeout: 15_000 })
