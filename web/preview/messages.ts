import type { Locale } from '@tocsin/core/base/constants'

const english = {
  of: 'Preview of {{name}}',
  screen: 'Screen of the app',
  unnamed: 'App without a name',
  primary: 'Primary channels',
  secondary: 'Secondary channels',
  inGroup: 'Channels in {{name}}',
  groupNamed: '{{name}}, group',
  more: 'More channels',
  fewer: 'Fewer channels',
  back: 'Back',
  backFrom: 'Back from {{name}}',
  banner: 'Banner of the app',
  elsewhere: 'Image at {{host}}, not loaded here',
  empty: 'No channels yet',
  emptyGroup: 'No channels in this group',
}

const portuguese: typeof english = {
  of: 'Prévia de {{name}}',
  screen: 'Tela do app',
  unnamed: 'App sem nome',
  primary: 'Canais primários',
  secondary: 'Canais secundários',
  inGroup: 'Canais em {{name}}',
  groupNamed: '{{name}}, grupo',
  more: 'Mais canais',
  fewer: 'Menos canais',
  back: 'Voltar',
  backFrom: 'Voltar de {{name}}',
  banner: 'Banner do app',
  elsewhere: 'Imagem em {{host}}, não carregada aqui',
  empty: 'Nenhum canal ainda',
  emptyGroup: 'Nenhum canal neste grupo',
}

export const messages: Record<Locale, typeof english> = { 'en-US': english, 'pt-BR': portuguese }
