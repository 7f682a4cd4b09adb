import type { Locale } from '@tocsin/core/base/constants'

const english = {
  others: 'Other accounts',
  switchTo: 'Switch to {{name}}',
  // The words are read out before an account's card.
  switchLead: 'Switch to',
  remove: 'Sign {{name}} out of this browser',
  add: 'Add account…',
  profile: 'Profile',
  backToOwn: 'Back to my own account',
  end: 'Sign out',
  open: 'Go to my profile',
  openVerification: 'Go to multi-factor authentication',
  signInTerminal: 'Sign in a terminal…',
  found: {
    backToOwn: 'return leave login-as impersonation',
    end: 'log out logout exit',
    profile: 'name password MFA two-factor code account settings',
    switch: 'account change user',
    terminal: 'terminal CLI login web code device',
    verification: '2fa MFA two-factor two-step verification sign-in code',
    remove: 'account log out logout remove',
    add: 'another user sign in log in login',
  },
  signOut: 'Sign out…',
  actedBy: '{{name}} acting',
  asking: {
    signOut: {
      title: 'Sign out {{name}}?',
      detail:
        'Every tab of this browser that works as this account ends. Changes that are not saved, or not sent yet, are not kept.',
      verb: 'Sign out',
    },
    add: {
      title: 'Add another account?',
      detail: 'You go to the sign-in. {{name}} stays signed in, and the account menu leads back.',
      verb: 'Go to the sign-in',
    },
  },
  signedOut: '{{name}} was signed out of this browser.',
  unconfirmed: 'The server could not be told. The session ends there by itself, after 12 hours at the latest.',
  notSwitched: 'You cannot work as {{name}} now.',
  signIn: 'Sign in',
  parted: {
    title: 'Signed out',
    detail: '{{name}} was signed out of this browser. The sign-in page opens in a moment.',
    now: 'Sign in now',
  },
  store: {
    unreadable:
      'What this browser had kept of your accounts cannot be read, so you have to sign in again. If this comes back, clear the data of this site in the browser.',
    unwritable:
      'This browser keeps nothing: its storage is full or refused. You can work as long as this page is open; free some space or allow storage for this site to stay signed in.',
  },
  lost: {
    unreached: 'Your session could not be renewed. You are still signed in: go on when the server can be reached.',
    kept: 'What you typed is kept, and you come back to where you were.',
  },
  welcome: {
    title: 'Welcome, {{name}}',
    detail:
      'A password alone can be guessed or stolen. Set up multi-factor authentication in your Profile: each sign-in then asks for a code that is sent to your e-mail or phone.',
    open: 'Set it up in my Profile',
    later: 'Later',
  },
  // The texts are shown after a reload, before the profile is there.
  mfa: {
    enabled: { email: 'Verification by e-mail is on.', phone: 'Verification by phone is on.' },
    disabled: { email: 'Verification by e-mail is off.', phone: 'Verification by phone is off.' },
  },
  noPassword: 'Please setup your password',
}

const portuguese: typeof english = {
  others: 'Outras contas',
  switchTo: 'Mudar para {{name}}',
  switchLead: 'Mudar para',
  remove: 'Sair de {{name}} neste navegador',
  add: 'Adicionar conta…',
  profile: 'Perfil',
  backToOwn: 'Voltar à minha própria conta',
  end: 'Sair',
  open: 'Ir para o meu perfil',
  openVerification: 'Ir para a autenticação em dois fatores',
  signInTerminal: 'Conectar um terminal…',
  found: {
    backToOwn: 'retornar sair de outra pessoa',
    end: 'logout desconectar encerrar sessão',
    profile: 'nome senha MFA dois fatores código conta',
    switch: 'conta trocar usuário',
    terminal: 'terminal linha de comando login web código dispositivo entrar',
    verification: '2fa MFA dois fatores duas etapas verificação código',
    remove: 'conta desconectar remover',
    add: 'outro usuário entrar',
  },
  signOut: 'Sair…',
  actedBy: '{{name}} no lugar',
  asking: {
    signOut: {
      title: 'Sair de {{name}}?',
      detail:
        'Todas as abas deste navegador que usam esta conta são encerradas. Mudanças não salvas ou ainda não enviadas não são guardadas.',
      verb: 'Sair',
    },
    add: {
      title: 'Adicionar outra conta?',
      detail: 'Você vai para a entrada. A conta de {{name}} continua conectada, e o menu da conta leva de volta.',
      verb: 'Ir para a entrada',
    },
  },
  signedOut: '{{name}} saiu deste navegador.',
  unconfirmed: 'Não foi possível avisar o servidor. A sessão termina lá sozinha, em no máximo 12 horas.',
  notSwitched: 'Não é possível usar a conta {{name}} agora.',
  signIn: 'Entrar',
  parted: {
    title: 'Você saiu',
    detail: '{{name}} saiu deste navegador. A tela de entrada abre em um instante.',
    now: 'Entrar agora',
  },
  store: {
    unreadable:
      'O que este navegador guardava das suas contas não pode ser lido; entre de novo. Se isso se repetir, limpe os dados deste site no navegador.',
    unwritable:
      'Este navegador não guarda nada: o armazenamento está cheio ou foi recusado. Você pode trabalhar enquanto esta página estiver aberta; libere espaço ou permita o armazenamento deste site para continuar conectado.',
  },
  lost: {
    unreached:
      'Não foi possível renovar sua sessão. Você continua conectado: siga quando o servidor puder ser alcançado.',
    kept: 'O que você digitou está guardado, e você volta para onde estava.',
  },
  welcome: {
    title: 'Boas-vindas, {{name}}',
    detail:
      'Uma senha sozinha pode ser adivinhada ou roubada. Configure a autenticação em dois fatores no seu Perfil: cada entrada passa a pedir um código enviado ao seu e-mail ou telefone.',
    open: 'Configurar no meu Perfil',
    later: 'Depois',
  },
  mfa: {
    enabled: { email: 'A verificação por e-mail está ligada.', phone: 'A verificação por telefone está ligada.' },
    disabled: {
      email: 'A verificação por e-mail está desligada.',
      phone: 'A verificação por telefone está desligada.',
    },
  },
  noPassword: 'Por favor, defina sua senha',
}

export const messages: Record<Locale, typeof english> = { 'en-US': english, 'pt-BR': portuguese }
