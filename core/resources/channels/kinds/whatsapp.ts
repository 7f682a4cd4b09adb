import { required } from '../../../vocabulary/rules'
import { international, withSpelledNumber } from '../numbers'
import type { Kind } from './kind'
import { options } from './options'

/** Opens a conversation in WhatsApp (CHCFG-11). */
export const whatsapp: Kind = {
  fields: {
    phone: { type: 'text', lines: 'several', rules: [required(), international()] },
    text: { type: 'longtext' },
    ...options('allowGps', 'notifyOpened'),
  },
  sections: { texts: ['text'] },
  icon: 'chat',
  spell: (before, given) => withSpelledNumber(before, given, () => true),
  words: {
    'en-US': { name: 'WhatsApp', options: { phone: 'Number', text: 'Message' } },
    'pt-BR': { name: 'WhatsApp', options: { phone: 'Número', text: 'Mensagem' } },
  },
}
