import type { Locale } from '@tocsin/core/base/constants'
import { alertMails } from './alert-mails'
import { notices } from './notices'

export type Template =
  | 'welcome'
  | 'sign-in-code'
  | 'sign-in-code-sms'
  | 'setup-code'
  | 'setup-code-sms'
  | 'reset-link'
  | 'reset-code-sms'
  | 'mobile-reset-link'
  | 'mobile-reset-link-sms'
  | 'mobile-password-changed'
  | 'password-changed'
  | 'provider-data'
  | 'alert-notification'
  | 'alert-notification-sms'
  | 'broadcast-sent'
  | keyof typeof alertMails
  | keyof typeof notices
export type Text = { subject: string; text: string }

const texts: Record<Template, Record<Locale, Text>> = {
  welcome: {
    'en-US': {
      subject: 'Your access to tocsin',
      text: 'Hello {{name}},\n\nan account was made for you. Your username is {{username}}.\nOpen {{url}}/login and choose "Forgot the password" to set your password.\n\ntocsin does not replace calling the emergency numbers 190 or 193.\n',
    },
    'pt-BR': {
      subject: 'Seu acesso ao tocsin',
      text: 'Olá, {{name}},\n\numa conta foi criada para você. Seu nome de usuário é {{username}}.\nAbra {{url}}/login e escolha "Esqueci a senha" para definir sua senha.\n\nO tocsin não substitui a chamada aos números de emergência 190 ou 193.\n',
    },
  },
  'sign-in-code': {
    'en-US': {
      subject: 'Your sign-in code for tocsin',
      text: 'Your code is {{code}}\n\nIt signs you in to tocsin, once, and counts for {{seconds}} seconds after it was asked for. Nobody of ours will ever ask you for it.\nIf you did not sign in just now, somebody knows your password: change it.\n',
    },
    'pt-BR': {
      subject: 'Seu código para entrar no tocsin',
      text: 'Seu código é {{code}}\n\nEle serve para entrar no tocsin, uma só vez, e vale por {{seconds}} segundos depois de pedido. Ninguém da nossa equipe vai pedir este código.\nSe você não tentou entrar agora, alguém sabe sua senha: troque-a.\n',
    },
  },
  'sign-in-code-sms': {
    'en-US': {
      subject: '',
      text: 'tocsin: {{code}} is your sign-in code, for {{seconds}} seconds. Never give it to anybody.',
    },
    'pt-BR': {
      subject: '',
      text: 'tocsin: {{code}} é seu código para entrar, por {{seconds}} segundos. Não o passe a ninguém.',
    },
  },
  'setup-code': {
    'en-US': {
      subject: 'Your verification code for tocsin',
      text: 'Your code is {{code}}\n\nIt proves that mail to this address reaches you, once, and counts for 10 minutes. Nobody of ours will ever ask you for it.\nIf you asked for none, somebody has mistaken your address for theirs: do nothing.\n',
    },
    'pt-BR': {
      subject: 'Seu código de verificação do tocsin',
      text: 'Seu código é {{code}}\n\nEle comprova que mensagens para este endereço chegam a você, uma só vez, e vale por 10 minutos. Ninguém da nossa equipe vai pedir este código.\nSe você não pediu nenhum, alguém confundiu seu endereço com o próprio: não faça nada.\n',
    },
  },
  'setup-code-sms': {
    'en-US': {
      subject: '',
      text: 'tocsin: {{code}} is your code to verify this phone, for 10 minutes. Never give it to anybody.',
    },
    'pt-BR': {
      subject: '',
      text: 'tocsin: {{code}} é seu código para verificar este telefone, por 10 minutos. Não o passe a ninguém.',
    },
  },
  'reset-link': {
    'en-US': {
      subject: 'Your new password for tocsin',
      text: 'Hello {{name}},\n\nsomebody asked to set a new password for your account. If that was you, open this within 30 minutes, once:\n{{url}}/password-reset?authorization={{token}}\n\nIf it was not you, do nothing: your password stays as it is.\n',
    },
    'pt-BR': {
      subject: 'Sua nova senha do tocsin',
      text: 'Olá, {{name}},\n\nalguém pediu para definir uma nova senha para sua conta. Se foi você, abra este link em até 30 minutos, uma só vez:\n{{url}}/password-reset?authorization={{token}}\n\nSe não foi você, não faça nada: sua senha continua a mesma.\n',
    },
  },
  'reset-code-sms': {
    'en-US': {
      subject: '',
      text: 'tocsin: {{code}} is your code for a new password, for 10 minutes. Never give it to anybody.',
    },
    'pt-BR': {
      subject: '',
      text: 'tocsin: {{code}} é seu código para uma nova senha, por 10 minutos. Não o passe a ninguém.',
    },
  },
  'mobile-reset-link': {
    'en-US': {
      subject: 'Your new password for the app',
      text: 'Hello {{name}},\n\nsomebody asked to set a new password for you in the app. If that was you, open this within 30 minutes, once:\n{{url}}/static/reset-password/{{token}}\n\nIf it was not you, do nothing: your password stays as it is.\n',
    },
    'pt-BR': {
      subject: 'Sua nova senha do aplicativo',
      text: 'Olá, {{name}},\n\nalguém pediu para definir uma nova senha para você no aplicativo. Se foi você, abra este link em até 30 minutos, uma só vez:\n{{url}}/static/reset-password/{{token}}\n\nSe não foi você, não faça nada: sua senha continua a mesma.\n',
    },
  },
  'mobile-reset-link-sms': {
    'en-US': {
      subject: '',
      text: 'tocsin: set your new password for the app within 30 minutes, once: {{url}}/static/reset-password/{{token}}',
    },
    'pt-BR': {
      subject: '',
      text: 'tocsin: defina sua nova senha do aplicativo em até 30 minutos, uma só vez: {{url}}/static/reset-password/{{token}}',
    },
  },
  'mobile-password-changed': {
    'en-US': {
      subject: 'Your password for the app was changed',
      text: 'Hello {{name}},\n\nyour password for the app was just set anew, and your phones are asked to sign in again.\nIf that was not you, ask for a new password in the app and tell whoever looks after it.\n',
    },
    'pt-BR': {
      subject: 'Sua senha do aplicativo foi trocada',
      text: 'Olá, {{name}},\n\nsua senha do aplicativo acabou de ser trocada, e seus celulares precisam entrar de novo.\nSe não foi você, peça uma nova senha no aplicativo e avise quem cuida dele.\n',
    },
  },
  'password-changed': {
    'en-US': {
      subject: 'Your password for tocsin was changed',
      text: 'Hello {{name}},\n\nthe password of your account {{username}} was just set anew, and every session of it has ended.\nIf that was not you, open {{url}}/login, choose "Forgot the password" and tell your administrator.\n',
    },
    'pt-BR': {
      subject: 'Sua senha do tocsin foi trocada',
      text: 'Olá, {{name}},\n\na senha da sua conta {{username}} acabou de ser trocada, e todas as sessões dela terminaram.\nSe não foi você, abra {{url}}/login, escolha "Esqueci a senha" e avise seu administrador.\n',
    },
  },
  'provider-data': {
    'en-US': {
      subject: 'tocsin: this address watches for {{name}}',
      text: 'Hello,\n\nalerts for the monitoring provider {{name}} are sent to this address. Its own e-mail is {{email}}.\nIf that is a mistake, tell whoever looks after it.\n\ntocsin does not replace calling the emergency numbers 190 or 193.\n',
    },
    'pt-BR': {
      subject: 'tocsin: este endereço acompanha {{name}}',
      text: 'Olá,\n\nos alertas do provedor de monitoramento {{name}} são enviados para este endereço. O e-mail do provedor é {{email}}.\nSe isso for um engano, avise quem cuida dele.\n\nO tocsin não substitui a chamada aos números de emergência 190 ou 193.\n',
    },
  },
  'alert-notification': {
    'en-US': {
      subject: 'About the alert {{alert}}',
      text: 'Hello {{name}},\n\n{{text}}\n\nThis message is about the alert {{alert}}.\ntocsin does not replace calling the emergency numbers 190 or 193.\n',
    },
    'pt-BR': {
      subject: 'Sobre o alerta {{alert}}',
      text: 'Olá, {{name}},\n\n{{text}}\n\nEsta mensagem é sobre o alerta {{alert}}.\nO tocsin não substitui a chamada aos números de emergência 190 ou 193.\n',
    },
  },
  'alert-notification-sms': {
    'en-US': { subject: '', text: 'tocsin, alert {{alert}}: {{text}}' },
    'pt-BR': { subject: '', text: 'tocsin, alerta {{alert}}: {{text}}' },
  },
  // The message itself is the last thing: nothing of ours follows that it could pass for.
  'broadcast-sent': {
    'en-US': {
      subject: 'tocsin: a new message in {{channel}}',
      text: 'Hello {{name}},\n\na message was just sent to the people of your site, in the channel {{channel}}:\n\n{{text}}\n',
    },
    'pt-BR': {
      subject: 'tocsin: nova mensagem em {{channel}}',
      text: 'Olá, {{name}},\n\numa mensagem acabou de ser enviada às pessoas do seu local, no canal {{channel}}:\n\n{{text}}\n',
    },
  },
  ...alertMails,
  ...notices,
}

/**
 * Returns a message in its reader's language. Line ends in the values become blanks, so that a typed value adds no
 * header and no line.
 */
export function mailText(template: Template, locale: Locale, values: Record<string, unknown>): Text {
  const fill = (text: string) =>
    text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? '').replace(/\s+/g, ' '))
  const { subject, text } = texts[template][locale]
  return { subject: fill(subject), text: fill(text) }
}
