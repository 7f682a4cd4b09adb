import type { Locale } from '@tocsin/core/base/constants'

const english = {
  filterBy: 'filter by {{filter}}',
}

const portuguese: typeof english = {
  filterBy: 'filtrar por {{filter}}',
}

export const messages: Record<Locale, typeof english> = { 'pt-BR': portuguese, 'en-US': english }
