import type { Locale } from '@tocsin/core/base/constants'
import type { Text } from './mails'

const LAST = {
  'en-US': 'tocsin does not replace calling the emergency numbers 190 or 193.',
  'pt-BR': 'O tocsin não substitui a chamada aos números de emergência 190 ou 193.',
} as const

const en = (title: string, test: string): Text => ({
  subject: `${title}: {{channel}}, {{place}}`,
  text: `${test}Alert {{id}} of {{client}}, raised on {{raised}} (Brasília time)

Channel: {{channel}}
Site: {{place}}
Reporter: {{reporter}}
Phone: {{phone}}
Position: {{position}}
Text: {{text}}
Answers: {{answers}}
Attachments: {{attachments}}

Open it: {{url}}/alerts/{{id}}
${LAST['en-US']}
`,
})

const pt = (title: string, test: string): Text => ({
  subject: `${title}: {{channel}}, {{place}}`,
  text: `${test}Alerta {{id}} de {{client}}, gerado em {{raised}} (horário de Brasília)

Canal: {{channel}}
Local: {{place}}
Relator: {{reporter}}
Telefone: {{phone}}
Posição: {{position}}
Texto: {{text}}
Respostas: {{answers}}
Anexos: {{attachments}}

Abra: {{url}}/alerts/{{id}}
${LAST['pt-BR']}
`,
})

/** Returns the texts that tell the managers of a site of a new alert. The one of an anonymous alert has no reporter. */
const raised = ({ test = false, anonymous = false } = {}): Record<Locale, Text> => ({
  'en-US': {
    subject: `${test ? 'TEST: ' : ''}Alert of {{site}}: {{channel}}`,
    text: `${test ? 'This is a test.\n\n' : ''}{{channel}} at {{site}}, {{client}}\n\n{{text}}\n\nReporter: ${
      anonymous ? 'anonymous' : '{{reporter}} {{phone}}'
    }\nPlace: {{place}}\nTime: {{time}}\nAlert: {{alert}}\n\n${LAST['en-US']}\n`,
  },
  'pt-BR': {
    subject: `${test ? 'TESTE: ' : ''}Alerta de {{site}}: {{channel}}`,
    text: `${test ? 'Isto é um teste.\n\n' : ''}{{channel}} em {{site}}, {{client}}\n\n{{text}}\n\nRelatado por: ${
      anonymous ? 'anônimo' : '{{reporter}} {{phone}}'
    }\nLugar: {{place}}\nHora: {{time}}\nAlerta: {{alert}}\n\n${LAST['pt-BR']}\n`,
  },
})

/** The mails about alerts: to a monitoring provider that watches a mailbox, and about one that fails. */
export const alertMails = {
  'alert-created': { 'en-US': en('Alert', ''), 'pt-BR': pt('Alerta', '') },
  'alert-created-test': {
    'en-US': en('TEST, no real alert', 'THIS IS A TEST. Nobody needs help.\n\n'),
    'pt-BR': pt('TESTE, não é um alerta real', 'ISTO É UM TESTE. Ninguém precisa de ajuda.\n\n'),
  },
  'provider-failing': {
    'en-US': {
      subject: 'No alert has reached {{provider}} for a day',
      text: 'Hello {{name}},\n\nno alert has reached the monitoring provider {{provider}} since {{since}} (UTC). The alerts are kept, and their deliveries say what went wrong.\nLook at it: {{url}}/monitoring-providers/{{id}}\n\nThis message is sent once, until an alert reaches the provider again.\n',
    },
    'pt-BR': {
      subject: 'Há um dia nenhum alerta chega a {{provider}}',
      text: 'Olá, {{name}},\n\nnenhum alerta chega ao provedor de monitoramento {{provider}} desde {{since}} (UTC). Os alertas estão guardados, e suas entregas dizem o que deu errado.\nVeja: {{url}}/monitoring-providers/{{id}}\n\nEsta mensagem é enviada uma só vez, até que um alerta volte a chegar ao provedor.\n',
    },
  },
  'alert-raised': raised(),
  'alert-raised-anonymous': raised({ anonymous: true }),
  'alert-raised-test': raised({ test: true }),
  'alert-raised-test-anonymous': raised({ test: true, anonymous: true }),
} satisfies Record<string, Record<Locale, Text>>

/** The word of the mails for a reporter whom they do not name. */
export const ANONYMOUS: Record<Locale, string> = { 'en-US': 'anonymous', 'pt-BR': 'anônimo' }
