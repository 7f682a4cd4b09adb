import type { Locale } from '@tocsin/core/constants'

const english = {
  yes: 'Yes',
  no: 'No',
  facts: 'Facts',
  history: {
    title: 'History',
    empty: 'Nothing has been recorded about it yet.',
    failed: 'The history could not be loaded.',
    more: 'Show earlier',
    did: {
      create: 'created it',
      update: 'changed it',
      delete: 'deleted it',
      import: 'imported it',
      signInLink: 'made a link that signs in',
      signInByLink: 'signed in by a link',
      'reset-password': 'set a new password',
      'enable-mfa': 'turned on a verification',
      'disable-mfa': 'turned off a verification',
      'verify-email': 'verified the e-mail',
      'verify-phone': 'verified the phone',
    },
    didOther: 'did: {{verb}}',
    onBehalf: '{{who}}, signed in as {{other}}',
    system: 'The system',
    change: '{{field}}: {{before}} → {{after}}',
    set: '{{field}}: {{after}}',
    secret: '{{field}} changed',
    request: 'Request',
  },
  again: 'Try again',
  request: 'Request {{id}}',
  requestId: 'request id',
}

const portuguese: typeof english = {
  yes: 'Sim',
  no: 'Não',
  facts: 'Dados',
  history: {
    title: 'Histórico',
    empty: 'Ainda não há nada registrado.',
    failed: 'O histórico não pôde ser carregado.',
    more: 'Mostrar anteriores',
    did: {
      create: 'criou',
      update: 'alterou',
      delete: 'excluiu',
      import: 'importou',
      signInLink: 'criou um link de acesso',
      signInByLink: 'entrou por um link',
      'reset-password': 'definiu uma senha nova',
      'enable-mfa': 'ativou uma verificação',
      'disable-mfa': 'desativou uma verificação',
      'verify-email': 'verificou o e-mail',
      'verify-phone': 'verificou o telefone',
    },
    didOther: 'fez: {{verb}}',
    onBehalf: '{{who}}, conectado como {{other}}',
    system: 'O sistema',
    change: '{{field}}: {{before}} → {{after}}',
    set: '{{field}}: {{after}}',
    secret: '{{field}} mudou',
    request: 'Solicitação',
  },
  again: 'Tentar de novo',
  request: 'Solicitação {{id}}',
  requestId: 'id da solicitação',
}

/** The words of what is shown of a record, to be added to a vocabulary under `record`. */
export const messages: Record<Locale, typeof english> = { 'en-US': english, 'pt-BR': portuguese }
