import type { Locale } from '@tocsin/core/base/constants'
import type { Text } from './mails'

const PASSWORD = {
  'en-US':
    'If that was not you, open {{url}}/login, choose "Forgot the password" and tell your administrator: somebody knows your password.',
  'pt-BR':
    'Se não foi você, abra {{url}}/login, escolha "Esqueci a senha" e avise seu administrador: alguém sabe sua senha.',
} as const

/**
 * Returns the texts of a notice about a user's own account. A notice of a changed address goes to the former one, so
 * that no change goes unnoticed.
 */
function notice(english: readonly [subject: string, what: string], portuguese: typeof english): Record<Locale, Text> {
  return {
    'en-US': { subject: english[0], text: `Hello {{name}},\n\n${english[1]}\n${PASSWORD['en-US']}\n` },
    'pt-BR': { subject: portuguese[0], text: `Olá, {{name}},\n\n${portuguese[1]}\n${PASSWORD['pt-BR']}\n` },
  }
}

export const notices = {
  'own-password-changed': notice(
    [
      'Your password for tocsin was changed',
      'the password of your account {{username}} was just changed in its profile, and every other session of it has ended.',
    ],
    [
      'Sua senha do tocsin foi trocada',
      'a senha da sua conta {{username}} acabou de ser trocada no perfil, e todas as outras sessões dela terminaram.',
    ],
  ),
  'email-changed': notice(
    [
      'Your e-mail for tocsin was changed',
      'the e-mail of your account {{username}} was just changed. Nothing more of it comes to this address.',
    ],
    [
      'Seu e-mail no tocsin foi trocado',
      'o e-mail da sua conta {{username}} acabou de ser trocado. Nada mais dela chega a este endereço.',
    ],
  ),
  'phone-changed': notice(
    ['Your phone for tocsin was changed', 'the phone of your account {{username}} was just changed.'],
    ['Seu telefone no tocsin foi trocado', 'o telefone da sua conta {{username}} acabou de ser trocado.'],
  ),
  'method-enabled': notice(
    [
      'Signing in to tocsin asks for a code now',
      'from now on, signing in to your account {{username}} asks for a code as well. It comes by: {{methods}}.',
    ],
    [
      'Entrar no tocsin agora pede um código',
      'a partir de agora, entrar na sua conta {{username}} pede também um código. Ele chega por: {{methods}}.',
    ],
  ),
  'method-disabled': notice(
    [
      'A verification method for tocsin was switched off',
      'one of the verification methods of your account {{username}} was just switched off. Codes still come by: {{methods}}.',
    ],
    [
      'Um método de verificação do tocsin foi desligado',
      'um dos métodos de verificação da sua conta {{username}} acabou de ser desligado. Códigos ainda chegam por: {{methods}}.',
    ],
  ),
  'last-method-disabled': notice(
    [
      'Signing in to tocsin asks for no code any more',
      'the last verification method of your account {{username}} was just switched off: a password alone signs it in now.',
    ],
    [
      'Entrar no tocsin não pede mais código',
      'o último método de verificação da sua conta {{username}} acabou de ser desligado: agora basta a senha para entrar.',
    ],
  ),
} satisfies Record<string, Record<Locale, Text>>

/** The names of the methods in a notice, by the language of its reader. */
export const METHOD_NAMES: Record<Locale, Record<'email' | 'phone', string>> = {
  'en-US': { email: 'e-mail', phone: 'phone' },
  'pt-BR': { email: 'e-mail', phone: 'telefone' },
}
