import { expect } from 'playwright/test'

/** Waits for what a page comes to show. */
export const see = expect.configure({ timeout: 15_000 })
