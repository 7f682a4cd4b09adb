import type { Locale } from '@tocsin/core/constants'

const english = {
  title: 'Sign in',
  lead: 'Use the account of your organisation.',
  tagline: 'When somebody calls for help, the way is ready.',
  username: 'User name',
  password: 'Password',
  show: 'Show the password',
  submit: 'Sign in',
  needed: { username: 'Type your user name.', password: 'Type your password.' },
  ended: 'Your session has ended. Sign in to go on where you were; what you typed is kept.',
  verification: 'This account signs in with a verification code, which this page cannot ask for yet.',
}

const portuguese: typeof english = {
  title: 'Entrar',
  lead: 'Use a conta da sua organização.',
  tagline: 'Quando alguém pede socorro, o caminho já está pronto.',
  username: 'Usuário',
  password: 'Senha',
  show: 'Mostrar a senha',
  submit: 'Entrar',
  needed: { username: 'Digite o nome de usuário.', password: 'Digite a senha.' },
  ended: 'Sua sessão terminou. Entre para continuar de onde parou; o que você digitou foi guardado.',
  verification: 'Esta conta entra com um código de verificação, que esta página ainda não sabe pedir.',
}

export const messages: Record<Locale, typeof english> = { 'en-US': english, 'pt-BR': portuguese }
