import { required } from '../../../vocabulary/rules'
import type { Kind } from './kind'
import { options } from './options'

/** Shows a document: at an address, or uploaded (CHCFG-12, CHAN-16). */
export const pdf: Kind = {
  fields: {
    url: { type: 'url', rules: [required()], upload: { as: 'pdfFile', types: ['application/pdf'] } },
    ...options('notifyOpened'),
  },
  icon: 'picture_as_pdf',
  words: { 'en-US': { name: 'PDF' }, 'pt-BR': { name: 'PDF' } },
}
