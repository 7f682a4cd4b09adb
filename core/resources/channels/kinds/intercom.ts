import type { Draft, Field } from '../../../vocabulary/resource'
import { required } from '../../../vocabulary/rules'
import type { Kind } from './kind'
import { options } from './options'

/** The keys are for the messenger alone. */
const sdkKey: Field = {
  type: 'text',
  tied: true,
  rules: [required()],
  when: (config) => config['intercomMode'] === 'messenger',
}

/** Returns the id of the application under both names: the one that was changed, whichever name it was sent under. */
function bothNames(before: Draft, given: Draft): Draft {
  const names = ['applicationId', 'idaplication'].filter((name) => given[name] !== undefined)
  const changed = names.find((name) => given[name] !== before[name]) ?? names[0]
  return changed === undefined ? given : { ...given, applicationId: given[changed], idaplication: given[changed] }
}

/** Opens a conversation in Intercom (CHCFG-14). */
export const intercom: Kind = {
  fields: {
    intercomMode: { type: 'choice', choices: ['messenger', 'web'], disabled: ['messenger'], default: 'web' },
    applicationId: { type: 'text', tied: true, rules: [required()] },
    // The same under the name that phones know it by.
    idaplication: { type: 'text', readonly: true, sameAs: 'applicationId', tied: true },
    androidSdkKey: sdkKey,
    iosSdkKey: sdkKey,
    ...options('notifyOpened'),
  },
  icon: 'support_agent',
  spell: bothNames,
  words: {
    'en-US': {
      name: 'Intercom',
      options: {
        intercomMode: 'Mode',
        applicationId: 'Application id',
        idaplication: 'Application id',
        androidSdkKey: 'Key of the Android SDK',
        iosSdkKey: 'Key of the iOS SDK',
      },
      choices: { intercomMode: { messenger: 'Messenger', web: 'Web' } },
    },
    'pt-BR': {
      name: 'Intercom',
      options: {
        intercomMode: 'Modo',
        applicationId: 'ID da aplicação',
        idaplication: 'ID da aplicação',
        androidSdkKey: 'Chave do SDK para Android',
        iosSdkKey: 'Chave do SDK para iOS',
      },
      choices: { intercomMode: { messenger: 'Messenger', web: 'Web' } },
    },
  },
}
