import type { Locale } from '@tocsin/core/base/constants'

const english = {
  toolbar: 'Formatting of {{label}}',
  tools: {
    heading1: 'Heading 1',
    heading2: 'Heading 2',
    heading3: 'Heading 3',
    bold: 'Bold',
    italic: 'Italic',
    bullets: 'Bulleted list',
    numbers: 'Numbered list',
    quote: 'Quote',
    link: 'Link',
    undo: 'Undo typing',
    redo: 'Redo typing',
    source: 'HTML source',
  },
  address: 'Address of the link',
  addressHelp: 'https://, http://, mailto: or tel:. Left empty, the link is taken away.',
  badAddress: 'The address must begin with https://, http://, mailto: or tel: and hold no blanks.',
  apply: 'Apply',
}

const portuguese: typeof english = {
  toolbar: 'Formatação de {{label}}',
  tools: {
    heading1: 'Título 1',
    heading2: 'Título 2',
    heading3: 'Título 3',
    bold: 'Negrito',
    italic: 'Itálico',
    bullets: 'Lista com marcadores',
    numbers: 'Lista numerada',
    quote: 'Citação',
    link: 'Link',
    undo: 'Desfazer digitação',
    redo: 'Refazer digitação',
    source: 'Código HTML',
  },
  address: 'Endereço do link',
  addressHelp: 'https://, http://, mailto: ou tel:. Deixado vazio, o link é retirado.',
  badAddress: 'O endereço deve começar com https://, http://, mailto: ou tel: e não ter espaços.',
  apply: 'Aplicar',
}

export const messages: Record<Locale, typeof english> = { 'en-US': english, 'pt-BR': portuguese }
