import { inBothLanguages } from './both-languages'

/** Words about records of any kind and what is done to them, and the roles of users. */
export const recordWords = inBothLanguages(
  {
    fields: { id: 'ID', version: 'Version', createdAt: 'Created', updatedAt: 'Updated' },
    verbs: { list: 'List', get: 'Show', create: 'Create', update: 'Edit', delete: 'Delete' },
    agents: { browser: 'Browser', terminal: 'Terminal', other: 'Another program' },
    // Events of the history that are neither a verb nor an action of a resource.
    events: {
      signIn: 'Sign in',
      signInFailed: 'Fail to sign in',
      signInLocked: 'Lock sign-in',
      signInLink: 'Create sign-in link',
      signOut: 'Sign out',
      refreshReused: 'Reuse refresh token',
      endSessions: 'End sessions',
      import: 'Import',
      register: 'Register',
      codeClash: 'Ask for an existing code',
      resetPassword: 'Set new password',
      enableMfa: 'Turn on verification',
      disableMfa: 'Turn off verification',
      verifyEmail: 'Verify e-mail',
      verifyPhone: 'Verify phone',
    },
    inUse: {
      counted: { one: '{{count}} {{resource}}{{names}}', other: '{{count}} {{resource}}{{names}}' },
      and: '{{others}} and {{last}}',
    },
    consequences: { unused: 'Nothing else uses it.', has: 'It has {{list}}.', parts: 'It is deleted with {{list}}.' },
    deletion: {
      deleted: 'Deleted',
      already: 'It is deleted already.',
      restoreFirst: 'It is deleted. Restore it first.',
    },
    roles: {
      tocsin: {
        root: 'Super user',
        admin: 'Administrator',
        clientManager: 'Manager of clients',
        broadcastOperator: 'Broadcast operator',
        guest: 'Guest',
      },
      client: {
        admin: 'Client manager',
        manager: 'Site manager',
        approver: 'Mobile profile approver',
        worker: 'Worker',
      },
      'monitoring-provider': { admin: 'Administrator', operator: 'Operator' },
    },
  },
  {
    fields: { id: 'ID', version: 'Versão', createdAt: 'Criado em', updatedAt: 'Atualizado em' },
    verbs: { list: 'Listar', get: 'Mostrar', create: 'Criar', update: 'Editar', delete: 'Excluir' },
    agents: { browser: 'Navegador', terminal: 'Terminal', other: 'Outro programa' },
    events: {
      signIn: 'Entrar',
      signInFailed: 'Falhar ao entrar',
      signInLocked: 'Bloquear a entrada',
      signInLink: 'Criar link de acesso',
      signOut: 'Sair',
      refreshReused: 'Reutilizar token de renovação',
      endSessions: 'Encerrar sessões',
      import: 'Importar',
      register: 'Cadastrar-se',
      codeClash: 'Pedir código já existente',
      resetPassword: 'Definir senha nova',
      enableMfa: 'Ativar verificação',
      disableMfa: 'Desativar verificação',
      verifyEmail: 'Verificar e-mail',
      verifyPhone: 'Verificar telefone',
    },
    inUse: {
      counted: { one: '{{count}} {{resource}}{{names}}', other: '{{count}} {{resource}}{{names}}' },
      and: '{{others}} e {{last}}',
    },
    consequences: {
      unused: 'Nenhum outro registro depende dele.',
      has: 'Ele tem {{list}}.',
      parts: 'Será excluído com {{list}}.',
    },
    deletion: {
      deleted: 'Excluído',
      already: 'Já está excluído.',
      restoreFirst: 'Está excluído. Restaure-o primeiro.',
    },
    roles: {
      tocsin: {
        root: 'Superusuário',
        admin: 'Administrador',
        clientManager: 'Gestor de clientes',
        broadcastOperator: 'Operador de avisos',
        guest: 'Convidado',
      },
      client: {
        admin: 'Gestor do cliente',
        manager: 'Gestor do site',
        approver: 'Aprovador de perfis móveis',
        worker: 'Trabalhador',
      },
      'monitoring-provider': { admin: 'Administrador', operator: 'Operador' },
    },
  },
)
