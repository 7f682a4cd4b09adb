import type { Locale } from '../../../base/constants'
import type { Dictionary } from '../../../vocabulary/messages'
import type { Field, Fields } from '../../../vocabulary/resource'
import { required, requiredWith } from '../../../vocabulary/rules'
import type { InSections } from './kind'

const flag: Field = { type: 'boolean', default: false }

/** Options that several kinds have. The flags act in the mobile app; the console only edits them. */
const OPTIONS = {
  url: { type: 'url', rules: [required()] },
  notifyOpened: flag,
  // The page receives the token of the person, so each client decides whether to trust it.
  useWebclientAuth: { ...flag, tied: true },
  allowGps: flag,
  anonymous: flag,
  notifyManager: flag,
  dataChannel: { ...flag, can: 'channels:update:data-collection' },
  // One without the other would be a button without a text, or a text without its button (CHAN-17).
  sendNowTitle: { type: 'text', rules: [requiredWith('sendNowText')] },
  sendNowText: { type: 'text', rules: [requiredWith('sendNowTitle')] },
  sendOtherTitle: { type: 'text' },
} satisfies Fields

/** The sections of these options that are neither a switch nor what the button does. */
export const optionSections: InSections = { texts: ['sendNowTitle', 'sendNowText', 'sendOtherTitle'] }

/** Returns some of the options that several kinds have. */
export const options = (...names: readonly (keyof typeof OPTIONS)[]): Fields =>
  Object.fromEntries(names.map((name) => [name, OPTIONS[name]]))

/** A switch that only one kind has. */
export const ownFlag = flag

export const optionWords: Record<Locale, Dictionary> = {
  'en-US': {
    url: 'Address',
    notifyOpened: 'Report when it is opened',
    useWebclientAuth: 'Sign in to the page with the app’s token',
    allowGps: 'Send the position',
    anonymous: 'Allow anonymous reports',
    notifyManager: 'Notify the site manager',
    dataChannel: 'Data collection',
    sendNowTitle: 'Title of “send now”',
    sendNowText: 'Text of “send now”',
    sendOtherTitle: 'Title of “send with details”',
  },
  'pt-BR': {
    url: 'Endereço',
    notifyOpened: 'Avisar quando for aberto',
    useWebclientAuth: 'Entrar na página com o token do app',
    allowGps: 'Enviar a posição',
    anonymous: 'Permitir relatos anônimos',
    notifyManager: 'Avisar o gestor do local',
    dataChannel: 'Coleta de dados',
    sendNowTitle: 'Título de “enviar agora”',
    sendNowText: 'Texto de “enviar agora”',
    sendOtherTitle: 'Título de “enviar com detalhes”',
  },
}
