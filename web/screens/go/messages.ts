import type { Locale } from '@tocsin/core/base/constants'

const english = {
  title: 'Go on in the app',
  lead: 'This link belongs to the tocsin app on your phone.',
  open: 'Open in the app',
  install: 'Not installed yet? Get it, then open this link again.',
  android: 'App for Android',
  ios: 'App for iPhone',
  noStore: 'Its address in the store is not set yet: ask your organisation for the app.',
  nothing: 'This page signs nobody in.',
  console: 'To the console',
}

const portuguese: typeof english = {
  title: 'Continue no aplicativo',
  lead: 'Este link é do aplicativo tocsin no seu telefone.',
  open: 'Abrir no aplicativo',
  install: 'Ainda não está instalado? Instale-o e abra este link de novo.',
  android: 'Aplicativo para Android',
  ios: 'Aplicativo para iPhone',
  noStore: 'O endereço na loja ainda não foi definido: peça o aplicativo à sua organização.',
  nothing: 'Esta página não conecta ninguém.',
  console: 'Ir para o console',
}

export const messages: Record<Locale, typeof english> = { 'en-US': english, 'pt-BR': portuguese }
