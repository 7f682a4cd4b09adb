import type { Locale } from '@tocsin/core/base/constants'

const english = {
  tagline: 'When somebody calls for help, the way is ready.',
  links: {
    distributors: 'Distributors',
    android: 'Android app',
    ios: 'iOS app',
    help: 'Help',
    country: 'Country',
    about: 'About',
    terms: 'Terms',
    privacy: 'Privacy',
  },
  elsewhere: 'Links',
  noAddress: 'This server was given no address for it.',
}

const portuguese: typeof english = {
  tagline: 'Quando alguém pede socorro, o caminho já está pronto.',
  links: {
    distributors: 'Distribuidores',
    android: 'App Android',
    ios: 'App iOS',
    help: 'Ajuda',
    country: 'País',
    about: 'Sobre',
    terms: 'Termos',
    privacy: 'Privacidade',
  },
  elsewhere: 'Links',
  noAddress: 'Este servidor não recebeu um endereço para isto.',
}

export const messages: Record<Locale, typeof english> = { 'en-US': english, 'pt-BR': portuguese }
