import type { Locale } from '@tocsin/core/base/constants'

const english = {
  settings: 'Settings',
  versions: 'Versions',
  publish: 'Publish…',
  saveAndPublish: 'Save and publish…',
  general: { title: 'General', about: 'What the app is called here, and who it belongs to.' },
  theme: {
    title: 'Theme and properties',
    about: 'What people see on their phones. The colours are for the app alone.',
  },
  terms: { title: 'Terms', about: 'What people agree to before they use the app.' },
  published: 'Version {{version}} published',
  unpublished: 'Not published',
  ratio: '{{ratio}}:1',
  contrast: 'contrast with “{{other}}”',
  lowContrast: 'contrast with “{{other}}”; text is easy to read from {{least}}:1',
  fallback: 'Until the colour is complete, the preview shows {{color}}.',
  live: 'Live, before it is saved',
  asSaved: 'As it is saved',
  asMoved: 'With the channel where it is now',
  copy: 'Copy {{name}}',
  paste: 'Paste {{name}} as a new channel',
  pasteLabel: 'Paste channel',
  notPasted: 'Not pasted: {{name}}',
  order: {
    move: 'Move {{name}}',
    moved: 'Moved: {{name}}',
    failed: 'Not moved: {{name}}',
    stale: 'Somebody changed the channels in the meantime. The list shows their present order.',
    unread: 'The channels are still being read.',
  },
}

const portuguese: typeof english = {
  settings: 'Configurações',
  versions: 'Versões',
  publish: 'Publicar…',
  saveAndPublish: 'Salvar e publicar…',
  general: { title: 'Geral', about: 'Como o app se chama aqui, e a quem pertence.' },
  theme: {
    title: 'Tema e propriedades',
    about: 'O que as pessoas veem no celular. As cores valem só dentro do app.',
  },
  terms: { title: 'Termos', about: 'O que as pessoas aceitam antes de usar o app.' },
  published: 'Versão {{version}} publicada',
  unpublished: 'Não publicado',
  ratio: '{{ratio}}:1',
  contrast: 'de contraste com “{{other}}”',
  lowContrast: 'de contraste com “{{other}}”; um texto é fácil de ler a partir de {{least}}:1',
  fallback: 'Até a cor ficar completa, a prévia mostra {{color}}.',
  live: 'Ao vivo, antes de salvar',
  asSaved: 'Como está salvo',
  asMoved: 'Com o canal onde está agora',
  copy: 'Copiar {{name}}',
  paste: 'Colar {{name}} como um novo canal',
  pasteLabel: 'Colar canal',
  notPasted: 'Não colado: {{name}}',
  order: {
    move: 'Mover {{name}}',
    moved: 'Movido: {{name}}',
    failed: 'Não movido: {{name}}',
    stale: 'Alguém alterou os canais nesse meio-tempo. A lista mostra a ordem atual.',
    unread: 'Os canais ainda estão sendo lidos.',
  },
}

export const messages: Record<Locale, typeof english> = { 'en-US': english, 'pt-BR': portuguese }
