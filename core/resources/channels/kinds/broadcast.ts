import type { Kind } from './kind'
import { options, ownFlag } from './options'

/** Shows the messages that are sent to many (CHCFG-13). */
export const broadcast: Kind = {
  fields: { requireConfirm: ownFlag, ...options('notifyManager') },
  icon: 'campaign',
  words: {
    'en-US': { name: 'Broadcast', options: { requireConfirm: 'Review before sending' } },
    'pt-BR': { name: 'Transmissão', options: { requireConfirm: 'Revisar antes de enviar' } },
  },
}
