import { words } from './words'

/** The words of `tocsin channels`, beyond the resource's own. */
export const channels = words(
  {
    reorder: 'Put the channels of an app in another order',
    all: 'Every channel of the app, in the new order',
    none: 'name every channel of the app, in the new order',
    missing: { one: 'the new order lacks {{names}}', other: 'the new order lacks {{count}} channels: {{names}}' },
  },
  {
    reorder: 'Pôr os canais de um app em outra ordem',
    all: 'Todos os canais do app, na nova ordem',
    none: 'informe todos os canais do app, na nova ordem',
    missing: { one: 'falta {{names}} na nova ordem', other: 'faltam {{count}} canais na nova ordem: {{names}}' },
  },
)
