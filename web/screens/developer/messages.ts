import type { Locale } from '@tocsin/core/base/constants'

const english = {
  title: 'Messages of the demo',
  lead: 'What this server would have sent by mail or SMS, newest first. It is kept in memory until the server stops.',
  nothing: 'Nothing was sent yet.',
  hint: 'Sign in as acme-mfa, or ask for a new password: the message shows here by itself.',
  gone: 'The server does not answer with messages.',
  goneDetail: 'It is not the demo, or it has stopped. This page goes on asking.',
  mail: 'Mail to {{to}}',
  sms: 'SMS to {{to}}',
  code: 'code',
  console: 'To the sign-in',
}

const portuguese: typeof english = {
  title: 'Mensagens da demonstração',
  lead: 'O que este servidor teria enviado por e-mail ou SMS, da mais nova à mais antiga. Fica na memória até o servidor parar.',
  nothing: 'Nada foi enviado ainda.',
  hint: 'Entre como acme-mfa, ou peça uma nova senha: a mensagem aparece aqui sozinha.',
  gone: 'O servidor não responde com mensagens.',
  goneDetail: 'Ele não é a demonstração, ou parou. Esta página continua perguntando.',
  mail: 'E-mail para {{to}}',
  sms: 'SMS para {{to}}',
  code: 'código',
  console: 'Ir para a entrada',
}

export const messages: Record<Locale, typeof english> = { 'en-US': english, 'pt-BR': portuguese }
