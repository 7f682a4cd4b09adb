import { formSchema } from '../../../form/schema'
import { formFieldWords } from '../../../form/schema-messages'
import { profileNames, visibilityQuery } from '../../../form/schema-rules'
import type { Kind } from './kind'
import { options, ownFlag } from './options'

/** Raises an alert, or sends a message where `alert` is off (CHCFG-06). */
export const alert: Kind = {
  fields: {
    alert: { type: 'boolean', default: true },
    disclaimer: { type: 'longtext', when: (config) => config['alert'] === true },
    ...options('anonymous', 'allowGps'),
    allowGeocoding: ownFlag,
    ...options('notifyManager', 'dataChannel', 'sendNowTitle', 'sendNowText', 'sendOtherTitle'),
    visibilityQuery: { type: 'json', query: 'profile', tied: true, rules: [visibilityQuery(), profileNames()] },
    schema: { type: 'group', default: {}, fields: formSchema, listedWith: 'withSchema' },
  },
  sections: { texts: ['alert', 'disclaimer'], visibility: ['visibilityQuery'], form: ['schema'] },
  icon: 'notifications',
  raisesAlerts: true,
  words: {
    'en-US': {
      name: 'Alert',
      options: {
        alert: 'Raises an alert',
        disclaimer: 'Disclaimer',
        allowGeocoding: 'Look up the address of the position',
        visibilityQuery: 'Who sees it',
        schema: { names: 'Form', title: 'Title of the form', fields: formFieldWords['en-US'].parts },
      },
      choices: { schema: { fields: formFieldWords['en-US'].choices } },
    },
    'pt-BR': {
      name: 'Alerta',
      options: {
        alert: 'Gera um alerta',
        disclaimer: 'Aviso legal',
        allowGeocoding: 'Buscar o endereço da posição',
        visibilityQuery: 'Quem vê',
        schema: { names: 'Formulário', title: 'Título do formulário', fields: formFieldWords['pt-BR'].parts },
      },
      choices: { schema: { fields: formFieldWords['pt-BR'].choices } },
    },
  },
}
