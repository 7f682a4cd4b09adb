import type { Kind } from './kind'
import { options } from './options'

/** Shows a document (CHCFG-12). */
export const pdf: Kind = {
  fields: options('url', 'notifyOpened'),
  words: { 'en-US': { name: 'PDF' }, 'pt-BR': { name: 'PDF' } },
}
