import type { Locale } from '@tocsin/core/base/constants'

const english = {
  title: 'Sign in',
  lead: 'Use the account of your organisation.',
  username: 'Username',
  password: 'Password',
  submit: 'Sign in',
  needed: { username: 'Type your username.', password: 'Type your password.' },
  failed: 'Signing in did not work. Try again, and if it fails again give support the request below.',
  accounts: 'Signed in already',
  continueAs: 'Continue as {{name}}',
  another: 'Or sign in with another account.',
  link: {
    title: 'Signing you in',
    busy: 'The link that you opened is being checked…',
    done: 'Signed in by a link as {{name}} ({{username}}).',
    kept: 'The accounts that were signed in here still are: they are in the account menu.',
  },
  forgot: {
    open: 'Forgot the password',
    title: 'Forgot your password?',
    lead: 'Type your username: you get a link by e-mail, or a code by SMS.',
    submit: 'Send',
    cancel: 'Cancel',
  },
  code: {
    title: 'Verification',
    lead: { email: 'A code was sent by e-mail for {{username}}.', phone: 'A code was sent by SMS for {{username}}.' },
    label: 'Verification code',
    submit: 'Verify',
    valid: 'The code counts for {{time}}.',
    heard: {
      one: 'The code counts for {{count}} more second.',
      other: 'The code counts for {{count}} more seconds.',
    },
    over: 'The time of the code is over.',
    resend: 'Send another code',
    sent: { email: 'Another code was sent by e-mail.', phone: 'Another code was sent by SMS.' },
    switchTo: { email: 'Send it by e-mail instead', phone: 'Send it by SMS instead' },
    locked: {
      one: 'The method can be changed again in {{count}} second.',
      other: 'The method can be changed again in {{count}} seconds.',
    },
    back: 'Back',
  },
}

const portuguese: typeof english = {
  title: 'Entrar',
  lead: 'Use a conta da sua organização.',
  username: 'Usuário',
  password: 'Senha',
  submit: 'Entrar',
  needed: { username: 'Digite o nome de usuário.', password: 'Digite a senha.' },
  failed: 'Não foi possível entrar. Tente de novo e, se falhar outra vez, informe ao suporte a solicitação abaixo.',
  accounts: 'Já conectadas',
  continueAs: 'Continuar como {{name}}',
  another: 'Ou entre com outra conta.',
  link: {
    title: 'Entrando',
    busy: 'O link que você abriu está sendo verificado…',
    done: 'Você entrou por um link como {{name}} ({{username}}).',
    kept: 'As contas que estavam conectadas aqui continuam: elas estão no menu da conta.',
  },
  forgot: {
    open: 'Esqueci a senha',
    title: 'Esqueceu a senha?',
    lead: 'Digite o nome de usuário: você recebe um link por e-mail ou um código por SMS.',
    submit: 'Enviar',
    cancel: 'Cancelar',
  },
  code: {
    title: 'Verificação',
    lead: {
      email: 'Um código foi enviado por e-mail para {{username}}.',
      phone: 'Um código foi enviado por SMS para {{username}}.',
    },
    label: 'Código de verificação',
    submit: 'Verificar',
    valid: 'O código vale por {{time}}.',
    heard: {
      one: 'O código vale por mais {{count}} segundo.',
      other: 'O código vale por mais {{count}} segundos.',
    },
    over: 'O tempo do código acabou.',
    resend: 'Enviar outro código',
    sent: { email: 'Outro código foi enviado por e-mail.', phone: 'Outro código foi enviado por SMS.' },
    switchTo: { email: 'Enviar por e-mail', phone: 'Enviar por SMS' },
    locked: {
      one: 'O método pode ser trocado de novo em {{count}} segundo.',
      other: 'O método pode ser trocado de novo em {{count}} segundos.',
    },
    back: 'Voltar',
  },
}

export const messages: Record<Locale, typeof english> = { 'en-US': english, 'pt-BR': portuguese }
