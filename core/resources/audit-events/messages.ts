import type { Words } from '../../vocabulary/messages'
import type { AuditEvent } from './types'

export const messages: Words<keyof AuditEvent, never> = {
  'en-US': {
    name: 'Audit event',
    names: 'Audit events',
    fields: {
      noun: 'Record type',
      recordId: 'Record',
      verb: 'What was done',
      ClientId: 'Client',
      SiteId: 'Site',
      UserId: 'User',
      username: 'Username',
      ImpersonatorId: 'Impersonating user',
      impersonator: 'Impersonated by',
      sessionId: 'Session',
      requestId: 'Request',
      changes: 'Changes',
    },
    filters: { noun: 'Record type', recordId: 'Record', verb: 'What was done', requestId: 'Request' },
    actions: {},
    empty: 'Nothing has happened yet.',
  },
  'pt-BR': {
    name: 'Evento de auditoria',
    names: 'Eventos de auditoria',
    fields: {
      noun: 'Tipo de registro',
      recordId: 'Registro',
      verb: 'O que foi feito',
      ClientId: 'Cliente',
      SiteId: 'Site',
      UserId: 'Usuário',
      username: 'Nome de usuário',
      ImpersonatorId: 'Usuário que representa',
      impersonator: 'Representado por',
      sessionId: 'Sessão',
      requestId: 'Solicitação',
      changes: 'Alterações',
    },
    filters: { noun: 'Tipo de registro', recordId: 'Registro', verb: 'O que foi feito', requestId: 'Solicitação' },
    actions: {},
    empty: 'Ainda não aconteceu nada.',
  },
}
