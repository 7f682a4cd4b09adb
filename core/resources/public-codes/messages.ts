import type { Words } from '../../vocabulary/messages'
import type { PublicCode } from './types'

export const messages: Words<keyof PublicCode, never> = {
  'en-US': {
    name: 'Public code',
    names: 'Public codes',
    fields: { code: 'Code', state: 'State', description: 'Description' },
    actions: {},
    empty: 'There are no public codes.',
  },
  'pt-BR': {
    name: 'Código público',
    names: 'Códigos públicos',
    fields: { code: 'Código', state: 'Estado (UF)', description: 'Descrição' },
    actions: {},
    empty: 'Não há códigos públicos.',
  },
}
