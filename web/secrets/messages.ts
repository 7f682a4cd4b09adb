import type { Locale } from '@tocsin/core/base/constants'

const english = {
  show: 'Show the password',
  capsLock: 'Caps Lock is on.',
  codeNeeded: 'Type the code that was sent.',
  password: 'New password',
  passwordConfirm: 'Confirm new password',
  // The hint is one sentence, whose items are highlighted one by one.
  hint: {
    lead: 'Your password must have at least:',
    INVALID_LENGTH: '8 characters (no more than 64)',
    NO_UPPERCASE: '1 uppercase letter',
    NO_LOWERCASE: '1 lowercase letter',
    NO_NUMBER: '1 number',
  },
  missing: 'Still missing: {{items}}.',
  complete: 'The password has all that it needs.',
}

const portuguese: typeof english = {
  show: 'Mostrar a senha',
  capsLock: 'O Caps Lock está ligado.',
  codeNeeded: 'Digite o código que foi enviado.',
  password: 'Senha nova',
  passwordConfirm: 'Confirmar senha nova',
  hint: {
    lead: 'Sua senha deve conter no mínimo:',
    INVALID_LENGTH: '8 caracteres (não mais que 64)',
    NO_UPPERCASE: '1 letra maiúscula',
    NO_LOWERCASE: '1 letra minúscula',
    NO_NUMBER: '1 número',
  },
  missing: 'Ainda falta: {{items}}.',
  complete: 'A senha tem tudo o que precisa.',
}

export const messages: Record<Locale, typeof english> = { 'en-US': english, 'pt-BR': portuguese }
