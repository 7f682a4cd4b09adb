import type { Words } from '../../vocabulary/messages'
import type { LicenseComment } from './types'

export const messages: Words<keyof LicenseComment, 'activate' | 'deactivate'> = {
  'en-US': {
    name: 'License comment',
    names: 'License comments',
    fields: {
      title: 'Title',
      responsible: 'Responsible',
      phase: 'Phase',
      phaseComment: 'What phase it is',
      ClientId: 'Client',
      startDate: 'Start date',
      endDate: 'End date',
      comment: 'Comment',
      active: 'Active',
      updatedBy: 'Last changed by',
    },
    choices: {
      phase: {
        pilot: 'Pilot',
        contract: 'Contract',
        price_proposal: 'Price proposal',
        implementation: 'Implementation',
        other: 'Other',
      },
    },
    filters: { phase: 'Phase' },
    actions: { activate: 'Activate', deactivate: 'Deactivate' },
    empty: 'There are no license comments.',
    alreadyActive: 'The license comment is active already.',
    notActive: 'The license comment is not active.',
  },
  'pt-BR': {
    name: 'Comentário de licença',
    names: 'Comentários de licença',
    fields: {
      title: 'Título',
      responsible: 'Responsável',
      phase: 'Fase',
      phaseComment: 'Qual é a fase',
      ClientId: 'Cliente',
      startDate: 'Data de início',
      endDate: 'Data de fim',
      comment: 'Comentário',
      active: 'Ativo',
      updatedBy: 'Alterado por último por',
    },
    choices: {
      phase: {
        pilot: 'Piloto',
        contract: 'Contrato',
        price_proposal: 'Proposta de preço',
        implementation: 'Implantação',
        other: 'Outra',
      },
    },
    filters: { phase: 'Fase' },
    actions: { activate: 'Ativar', deactivate: 'Desativar' },
    empty: 'Não há comentários de licença.',
    alreadyActive: 'O comentário de licença já está ativo.',
    notActive: 'O comentário de licença não está ativo.',
  },
}
