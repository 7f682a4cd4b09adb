import { required } from '../../../vocabulary/rules'
import { dialled, internationalInEmergencies, withSpelledNumber } from '../numbers'
import type { Kind } from './kind'
import { options, ownFlag } from './options'

/** Calls a number (CHCFG-10). */
export const phone: Kind = {
  fields: {
    phone: { type: 'text', lines: 'several', rules: [required(), dialled(), internationalInEmergencies()] },
    isEmergency: ownFlag,
    ...options('allowGps', 'notifyOpened'),
  },
  sections: { action: ['isEmergency'] },
  icon: 'call',
  spell: (before, given) => withSpelledNumber(before, given, ({ isEmergency }) => isEmergency === true),
  words: {
    'en-US': { name: 'Phone', options: { phone: 'Number', isEmergency: 'Emergency number' } },
    'pt-BR': { name: 'Telefone', options: { phone: 'Número', isEmergency: 'Número de emergência' } },
  },
}
