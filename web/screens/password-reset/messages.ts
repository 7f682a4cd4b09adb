import type { Locale } from '@tocsin/core/base/constants'

const english = {
  title: 'New password',
  lead: 'Every session of the account ends, and you sign in anew.',
  submit: 'Change password',
  needsUser: 'A new password is asked for with the username: choose "Forgot the password".',
  needsLink: 'Open the link in the mail once more. It is kept nowhere, and gone as soon as its page is loaded again.',
  code: {
    lead: 'If this user exists, a code was sent by SMS to the phone of {{username}}. It counts for 10 minutes.',
    label: 'Verification code',
    submit: 'Continue',
    resend: 'Request a new code',
    wait: {
      one: 'A new code can be requested in {{count}} second.',
      other: 'A new code can be requested in {{count}} seconds.',
    },
    sent: 'A new code was requested. The one before still counts for its 10 minutes.',
  },
}

const portuguese: typeof english = {
  title: 'Senha nova',
  lead: 'Todas as sessões da conta terminam, e você entra de novo.',
  submit: 'Alterar senha',
  needsUser: 'Uma nova senha é pedida com o nome de usuário: escolha "Esqueci a senha".',
  needsLink: 'Abra de novo o link do e-mail. Ele não fica guardado e se perde quando a página é recarregada.',
  code: {
    lead: 'Se este usuário existir, um código foi enviado por SMS para o telefone de {{username}}. Ele vale por 10 minutos.',
    label: 'Código de verificação',
    submit: 'Continuar',
    resend: 'Pedir um novo código',
    wait: {
      one: 'Um novo código pode ser pedido em {{count}} segundo.',
      other: 'Um novo código pode ser pedido em {{count}} segundos.',
    },
    sent: 'Um novo código foi pedido. O anterior ainda vale pelos seus 10 minutos.',
  },
}

export const messages: Record<Locale, typeof english> = { 'en-US': english, 'pt-BR': portuguese }
