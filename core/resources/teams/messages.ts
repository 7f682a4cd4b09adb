import type { Words } from '../../vocabulary/messages'
import { placeWords } from '../site-or-team'
import type { Team } from './types'

export const messages: Words<keyof Team, 'activate' | 'deactivate' | 'setApp' | 'setTag' | 'addCode'> = {
  'en-US': {
    ...placeWords['en-US'],
    name: 'Team',
    names: 'Teams',
    empty: 'There are no teams.',
    alreadyActive: 'The team is active already.',
    notActive: 'The team is not active.',
    hasCode: 'The team has a registration code already.',
  },
  'pt-BR': {
    ...placeWords['pt-BR'],
    name: 'Equipe',
    names: 'Equipes',
    empty: 'Não há equipes.',
    alreadyActive: 'A equipe já está ativa.',
    notActive: 'A equipe não está ativa.',
    hasCode: 'A equipe já tem um código de cadastro.',
  },
}
