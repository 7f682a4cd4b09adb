import type { Kind } from './kind'
import { options } from './options'

/** Opens a page (CHCFG-09). */
export const url: Kind = {
  fields: options('url', 'notifyOpened', 'useWebclientAuth'),
  icon: 'link',
  words: { 'en-US': { name: 'Link' }, 'pt-BR': { name: 'Link' } },
}
