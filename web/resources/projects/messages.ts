import type { Locale } from '@tocsin/core/base/constants'

const english = {
  channelsOf: 'Channels of {{name}}',
  closeChannels: 'Close the channels',
}

const portuguese: typeof english = {
  channelsOf: 'Canais de {{name}}',
  closeChannels: 'Fechar os canais',
}

export const messages: Record<Locale, typeof english> = { 'en-US': english, 'pt-BR': portuguese }
