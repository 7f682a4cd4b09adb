import type { Kind } from './kind'
import { options, ownFlag } from './options'

/** The rights of the page to act as the person. Each client decides whether to trust the page. */
const trust = { ...ownFlag, tied: true } as const

/** Opens a page in a bubble over the app (CHCFG-08). */
export const bubble: Kind = {
  fields: {
    ...options('url', 'notifyOpened', 'useWebclientAuth'),
    useWebclientAuthRefresh: trust,
    useNewWebclientApi: trust,
    usePassport: trust,
  },
  icon: 'public',
  words: {
    'en-US': {
      name: 'Bubble',
      options: {
        useWebclientAuthRefresh: 'Refresh the token of the page',
        useNewWebclientApi: 'Use the new webclient API',
        usePassport: 'Use the passport key',
      },
    },
    'pt-BR': {
      name: 'Bolha',
      options: {
        useWebclientAuthRefresh: 'Renovar o token da página',
        useNewWebclientApi: 'Usar a nova API do webclient',
        usePassport: 'Usar a chave de passaporte',
      },
    },
  },
}
