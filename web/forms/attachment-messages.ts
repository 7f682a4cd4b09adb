import type { Locale } from '@tocsin/core/base/constants'

const english = {
  camera: 'Take a picture',
  mic: 'Record audio',
  file: 'Choose a file',
  types: { image: 'image', audio: 'audio', video: 'video', file: 'file' },
  sending: 'Sending {{name}}…',
  waiting: '{{name}} is sent when the network is back.',
  arrived: '{{name}} is attached.',
  remove: 'Remove {{name}}',
  again: 'Send {{name}} again',
  full: { one: 'One file is enough.', other: '{{count}} files are enough.' },
  notAttached: '{{name}} was not attached.',
  tooLarge: '{{name}} has more than {{max}} MB.',
  wrongFile: '{{name}} is not accepted here. Accepted: {{types}}.',
  unreadable: '{{name}} cannot be read.',
  tooMany: '{{name}} is one file too many.',
}

const portuguese: typeof english = {
  camera: 'Tirar uma foto',
  mic: 'Gravar áudio',
  file: 'Escolher um arquivo',
  types: { image: 'imagem', audio: 'áudio', video: 'vídeo', file: 'arquivo' },
  sending: 'Enviando {{name}}…',
  waiting: '{{name}} será enviado quando a rede voltar.',
  arrived: '{{name}} está anexado.',
  remove: 'Remover {{name}}',
  again: 'Enviar {{name}} de novo',
  full: { one: 'Um arquivo basta.', other: '{{count}} arquivos bastam.' },
  notAttached: '{{name}} não foi anexado.',
  tooLarge: '{{name}} tem mais de {{max}} MB.',
  wrongFile: '{{name}} não é aceito aqui. Aceitos: {{types}}.',
  unreadable: 'Não foi possível ler {{name}}.',
  tooMany: '{{name}} passa do número de arquivos.',
}

export const messages: Record<Locale, typeof english> = { 'en-US': english, 'pt-BR': portuguese }
