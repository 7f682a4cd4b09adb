import type { Kind } from './kind'

/** Opens the channels inside it (CHCFG-15). */
export const group: Kind = {
  fields: {},
  opensChannels: true,
  icon: 'folder',
  words: { 'en-US': { name: 'Group' }, 'pt-BR': { name: 'Grupo' } },
}
