import type { Words } from '../../vocabulary/messages'
import { placeWords } from '../site-or-team'
import type { Site } from './types'

export const messages: Words<keyof Site, 'activate' | 'deactivate' | 'setApp' | 'setTag' | 'addCode'> = {
  'en-US': {
    ...placeWords['en-US'],
    name: 'Site',
    names: 'Sites',
    empty: 'There are no sites.',
    alreadyActive: 'The site is active already.',
    notActive: 'The site is not active.',
    hasCode: 'The site has a registration code already.',
  },
  'pt-BR': {
    ...placeWords['pt-BR'],
    name: 'Site',
    names: 'Sites',
    empty: 'Não há sites.',
    alreadyActive: 'O site já está ativo.',
    notActive: 'O site não está ativo.',
    hasCode: 'O site já tem um código de cadastro.',
  },
}
