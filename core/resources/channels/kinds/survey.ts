import type { Kind } from './kind'
import { options, ownFlag } from './options'

/** Opens the surveys that are assigned to it (CHCFG-17, A-084). */
export const survey: Kind = {
  fields: { notifySurveyResult: ownFlag, ...options('allowGps', 'dataChannel') },
  icon: 'assignment',
  words: {
    'en-US': { name: 'Survey', options: { notifySurveyResult: 'Report each answer' } },
    'pt-BR': { name: 'Pesquisa', options: { notifySurveyResult: 'Avisar a cada resposta' } },
  },
}
