import type { Words } from '../../vocabulary/messages'
import type { AlertSilence } from './types'

export const messages: Words<keyof AlertSilence, 'end'> = {
  'en-US': {
    name: 'Silence',
    names: 'Silences',
    fields: {
      createdAt: 'Began',
      ClientId: 'Client',
      SiteId: 'Site',
      Site: 'Site',
      reason: 'Reason',
      User: 'By',
      endsAt: 'Ends',
      endedAt: 'Ended early',
    },
    parts: { Site: { name: 'Site' }, User: { id: 'By (id)', name: 'By' }, create: { minutes: 'Minutes' } },
    filters: { active: 'Not over' },
    actions: { end: 'End' },
    empty: 'Nobody has silenced the alerts.',
    over: 'The silence is over.',
  },
  'pt-BR': {
    name: 'Silêncio',
    names: 'Silêncios',
    fields: {
      createdAt: 'Começou',
      ClientId: 'Cliente',
      SiteId: 'Site',
      Site: 'Site',
      reason: 'Motivo',
      User: 'Por',
      endsAt: 'Termina',
      endedAt: 'Encerrado antes',
    },
    parts: { Site: { name: 'Site' }, User: { id: 'Por (id)', name: 'Por' }, create: { minutes: 'Minutos' } },
    filters: { active: 'Em vigor' },
    actions: { end: 'Encerrar' },
    empty: 'Ninguém silenciou os alertas.',
    over: 'O silêncio já terminou.',
  },
}
