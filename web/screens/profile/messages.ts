import type { Locale } from '@tocsin/core/constants'

const english = {
  title: 'Profile',
  about: 'Account',
  name: 'Name',
  saveName: 'Save the name',
  renamed: 'Rename',
  password: 'Password',
  current: 'Current password',
  changePassword: 'Change the password',
  setPassword: 'Set the password',
  mfa: 'Multi-factor authentication',
  mfaLead:
    'With a method turned on, each sign-in asks for the password and for a code that is sent to you. Two methods are a way in when one is out of reach.',
  methods: { email: 'E-mail', phone: 'Phone' },
  states: { absent: 'not set up', unverified: 'not verified', off: 'verified, off', on: 'on' },
  noAddress: 'no phone yet',
  setUp: { email: 'Set up by e-mail…', phone: 'Set up by phone…' },
  change: { email: 'Change the e-mail…', phone: 'Change the phone…' },
  enable: { email: 'Turn on e-mail…', phone: 'Turn on phone…' },
  disable: { email: 'Turn off e-mail…', phone: 'Turn off phone…' },
  blocked: {
    noPassword: 'Set a password first: it is what the set-up asks for.',
    impersonating: 'You act as {{name}}. Password and verification are for {{name}} alone to change.',
  },
  dialog: {
    setUp: { email: 'Set up verification by e-mail', phone: 'Set up verification by phone' },
    enable: { email: 'Turn on verification by e-mail', phone: 'Turn on verification by phone' },
    disable: { email: 'Turn off verification by e-mail', phone: 'Turn off verification by phone' },
    step: 'Step {{at}} of {{total}}',
    password: {
      lead: 'So that nobody else does this while you are away, type your password.',
      field: 'Current password',
      next: 'Continue',
    },
    address: {
      lead: {
        email: 'Where should the codes go? A code is sent there now, to prove that it is yours.',
        phone: 'Which phone should get the codes by SMS? A code is sent there now, to prove that it is yours.',
      },
      phoneHelp: 'With a plus sign and the country code, such as +5511987654321.',
      next: 'Send the code',
    },
    code: {
      lead: 'A code of {{length}} characters was sent to {{address}}.',
      field: 'Verification code',
      next: 'Verify',
      again: 'Send another code',
      wait: 'Another code can be sent in {{time}}.',
      heard: {
        one: 'Another code can be sent in {{count}} second.',
        other: 'Another code can be sent in {{count}} seconds.',
      },
      sentAgain: 'Another code was sent. The one before is void.',
      other: { email: 'Another e-mail', phone: 'Another phone' },
    },
    select: {
      enable: '{{address}} is verified. Turn it on, and each sign-in asks for a code that is sent there.',
      disable: 'Sign-in asks for no code by this method any more.',
      last: 'This is the last method: sign-in then asks for the password alone.',
      on: 'Turn on',
      off: 'Turn off',
      later: 'Not now',
    },
  },
  told: {
    verified: '{{address}} was verified.',
  },
}

const portuguese: typeof english = {
  title: 'Perfil',
  about: 'Conta',
  name: 'Nome',
  saveName: 'Salvar o nome',
  renamed: 'Renomear',
  password: 'Senha',
  current: 'Senha atual',
  changePassword: 'Alterar a senha',
  setPassword: 'Definir a senha',
  mfa: 'Autenticação em dois fatores',
  mfaLead:
    'Com um método ligado, cada entrada pede a senha e um código enviado a você. Dois métodos são um caminho quando um deles não está à mão.',
  methods: { email: 'E-mail', phone: 'Telefone' },
  states: { absent: 'não configurado', unverified: 'não verificado', off: 'verificado, desligado', on: 'ligado' },
  noAddress: 'nenhum telefone ainda',
  setUp: { email: 'Configurar por e-mail…', phone: 'Configurar por telefone…' },
  change: { email: 'Trocar o e-mail…', phone: 'Trocar o telefone…' },
  enable: { email: 'Ligar e-mail…', phone: 'Ligar telefone…' },
  disable: { email: 'Desligar e-mail…', phone: 'Desligar telefone…' },
  blocked: {
    noPassword: 'Defina primeiro uma senha: é ela que a configuração pede.',
    impersonating: 'Você age como {{name}}. Senha e verificação só {{name}} pode mudar.',
  },
  dialog: {
    setUp: { email: 'Configurar verificação por e-mail', phone: 'Configurar verificação por telefone' },
    enable: { email: 'Ligar verificação por e-mail', phone: 'Ligar verificação por telefone' },
    disable: { email: 'Desligar verificação por e-mail', phone: 'Desligar verificação por telefone' },
    step: 'Passo {{at}} de {{total}}',
    password: {
      lead: 'Para que ninguém faça isto na sua ausência, digite sua senha.',
      field: 'Senha atual',
      next: 'Continuar',
    },
    address: {
      lead: {
        email: 'Para onde os códigos devem ir? Um código é enviado agora para provar que o endereço é seu.',
        phone: 'Qual telefone deve receber os códigos por SMS? Um código é enviado agora para provar que ele é seu.',
      },
      phoneHelp: 'Com o sinal de mais e o código do país, como +5511987654321.',
      next: 'Enviar o código',
    },
    code: {
      lead: 'Um código de {{length}} caracteres foi enviado para {{address}}.',
      field: 'Código de verificação',
      next: 'Verificar',
      again: 'Enviar outro código',
      wait: 'Outro código pode ser enviado em {{time}}.',
      heard: {
        one: 'Outro código pode ser enviado em {{count}} segundo.',
        other: 'Outro código pode ser enviado em {{count}} segundos.',
      },
      sentAgain: 'Outro código foi enviado. O anterior não vale mais.',
      other: { email: 'Outro e-mail', phone: 'Outro telefone' },
    },
    select: {
      enable: '{{address}} foi verificado. Ligue, e cada entrada pede um código enviado para lá.',
      disable: 'A entrada não pede mais um código por este método.',
      last: 'Este é o último método: a entrada passa a pedir só a senha.',
      on: 'Ligar',
      off: 'Desligar',
      later: 'Agora não',
    },
  },
  told: {
    verified: '{{address}} foi verificado.',
  },
}

export const messages: Record<Locale, typeof english> = { 'en-US': english, 'pt-BR': portuguese }
