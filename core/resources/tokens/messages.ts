import type { Words } from '../../vocabulary/messages'
import type { Token } from './types'

export const messages: Words<keyof Token, 'revoke'> = {
  'en-US': {
    name: 'Token',
    names: 'Tokens',
    fields: {
      name: 'Name',
      can: 'Permissions',
      ClientId: 'Only for the client',
      UserId: 'User',
      prefix: 'Begins with',
      expiresAt: 'Expires',
      lastUsedAt: 'Last used',
      active: 'In use',
      revokedAt: 'Revoked',
    },
    parts: { expires: { names: 'Expires in (days such as 90d, or a date)' } },
    actions: { revoke: 'Revoke' },
    empty: 'There are no tokens. Programs and scripts use them to act as you.',
    all: 'All that I may do, now and later',
    revoked: 'The token is revoked.',
    tooMany: 'A user has at most {{max}} tokens in use. Revoke one first.',
    told: { create: 'Programs act as you with this token. It is shown only now: copy it.' },
  },
  'pt-BR': {
    name: 'Token',
    names: 'Tokens',
    fields: {
      name: 'Nome',
      can: 'Permissões',
      ClientId: 'Só para o cliente',
      UserId: 'Usuário',
      prefix: 'Começa com',
      expiresAt: 'Expira em',
      lastUsedAt: 'Último uso',
      active: 'Em uso',
      revokedAt: 'Revogado em',
    },
    parts: { expires: { names: 'Expira em (dias como 90d, ou uma data)' } },
    actions: { revoke: 'Revogar' },
    empty: 'Não há tokens. Programas e scripts os usam para agir como você.',
    all: 'Tudo o que posso fazer, agora e depois',
    revoked: 'O token está revogado.',
    tooMany: 'Um usuário tem no máximo {{max}} tokens em uso. Revogue um primeiro.',
    told: { create: 'Programas agem como você com este token. Ele só é mostrado agora: copie-o.' },
  },
}
