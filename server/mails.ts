import type { Locale } from '@tocsin/core/constants'

export type Template = 'welcome'
export type Text = { subject: string; text: string }

const texts: Record<Template, Record<Locale, Text>> = {
  welcome: {
    'en-US': {
      subject: 'Your access to tocsin',
      text: 'Hello {{name}},\n\nan account was made for you. Your user name is {{username}}.\nOpen {{url}}/login and choose "forgot password" to set your password.\n\ntocsin does not replace calling the emergency numbers 190 or 193.\n',
    },
    'pt-BR': {
      subject: 'Seu acesso ao tocsin',
      text: 'Olá, {{name}},\n\numa conta foi criada para você. Seu nome de usuário é {{username}}.\nAbra {{url}}/login e escolha "esqueci a senha" para definir sua senha.\n\nO tocsin não substitui a chamada aos números de emergência 190 ou 193.\n',
    },
  },
}

/** A message in its reader's language. What somebody typed becomes text, without line ends: no header, no extra lines. */
export function mailText(template: Template, locale: Locale, values: Record<string, unknown>): Text {
  const fill = (text: string) =>
    text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? '').replace(/\s+/g, ' '))
  const { subject, text } = texts[template][locale]
  return { subject: fill(subject), text: fill(text) }
}
