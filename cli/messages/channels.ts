import { words } from './words'

/** The words of `tocsin channels`, beyond the resource's own. */
export const channels = words(
  {
    reorder: 'Put the channels of an app in another order',
    all: 'Every channel of the app, in the new order',
    none: 'name every channel of the app, in the new order',
    missing: { one: 'the new order lacks {{names}}', other: 'the new order lacks {{count}} channels: {{names}}' },
    move: 'Move a channel within its group, with what lies within it',
    before: 'Directly before this channel',
    after: 'Directly behind this channel',
    first: 'To the beginning of its group',
    last: 'To the end of its group',
    where: 'give one of --before, --after, --first and --last',
    otherGroup: '{{name}} and {{other}} do not lie in the same group',
    copy: 'Print a copy of a channel, for paste',
    paste: 'Make a channel of an app from a copy',
    name: 'Name of the new channel',
    data: 'The copy that channels copy prints: a file, or - for stdin',
  },
  {
    reorder: 'Pôr os canais de um app em outra ordem',
    all: 'Todos os canais do app, na nova ordem',
    none: 'informe todos os canais do app, na nova ordem',
    missing: { one: 'falta {{names}} na nova ordem', other: 'faltam {{count}} canais na nova ordem: {{names}}' },
    move: 'Mover um canal dentro do seu grupo, com o que há nele',
    before: 'Logo antes deste canal',
    after: 'Logo depois deste canal',
    first: 'Para o começo do seu grupo',
    last: 'Para o fim do seu grupo',
    where: 'informe um destes: --before, --after, --first ou --last',
    otherGroup: '{{name}} e {{other}} não estão no mesmo grupo',
    copy: 'Imprimir uma cópia de um canal, para paste',
    paste: 'Criar um canal de um app a partir de uma cópia',
    name: 'Nome do novo canal',
    data: 'A cópia que channels copy imprime: um arquivo, ou - para stdin',
  },
)
