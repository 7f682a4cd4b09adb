import { inBothLanguages } from './both-languages'

/** Words about records of any kind and what is done to them, and the roles of users. */
export const recordWords = inBothLanguages(
  {
    fields: { id: 'Id', version: 'Version', createdAt: 'Created', updatedAt: 'Updated' },
    verbs: { list: 'List', get: 'Show', create: 'Create', update: 'Edit', delete: 'Delete' },
    agents: { browser: 'Browser', terminal: 'Terminal', other: 'Another program' },
    // Events of the history that are neither a verb nor an action of a resource.
    events: {
      signIn: 'Sign-in',
      signInFailed: 'Failed sign-in',
      signInLocked: 'Sign-in locked',
      signOut: 'Sign-out',
      refreshReused: 'Refresh token reused',
      endSessions: 'Sessions ended',
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
    fields: { id: 'Id', version: 'Versão', createdAt: 'Criado em', updatedAt: 'Atualizado em' },
    verbs: { list: 'Listar', get: 'Mostrar', create: 'Criar', update: 'Editar', delete: 'Excluir' },
    agents: { browser: 'Navegador', terminal: 'Terminal', other: 'Outro programa' },
    events: {
      signIn: 'Entrada',
      signInFailed: 'Entrada recusada',
      signInLocked: 'Entrada bloqueada',
      signOut: 'Saída',
      refreshReused: 'Token de renovação reutilizado',
      endSessions: 'Sessões encerradas',
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
