import type { Locale } from '@tocsin/core/base/constants'

const english = { later: { one: '{{number}} new', other: '{{number}} new' } }

const portuguese: typeof english = { later: { one: '{{number}} novo', other: '{{number}} novos' } }

/** The words of lists that hold still. */
export const messages: Record<Locale, typeof english> = { 'en-US': english, 'pt-BR': portuguese }
