import type { Words } from '../../vocabulary/messages'
import type { Project } from './types'

export const messages: Words<keyof Project, 'restore'> = {
  'en-US': {
    name: 'Project',
    names: 'Projects',
    fields: {
      name: 'Name',
      description: 'Description',
      ClientId: 'Client',
      isDefault: 'Default',
      deletable: 'Can be deleted',
      deletedAt: 'Deleted',
    },
    actions: { restore: 'Restore' },
    empty: 'There are no projects.',
    defaultIsFixed: 'The name and the description of the default project cannot be changed.',
    isDefault: 'The default project cannot be deleted.',
    notDeleted: 'The project is not deleted.',
    all: 'All projects',
    default: { name: 'Default', description: 'Made with the client.' },
  },
  'pt-BR': {
    name: 'Projeto',
    names: 'Projetos',
    fields: {
      name: 'Nome',
      description: 'Descrição',
      ClientId: 'Cliente',
      isDefault: 'Padrão',
      deletable: 'Pode ser excluído',
      deletedAt: 'Excluído em',
    },
    actions: { restore: 'Restaurar' },
    empty: 'Não há projetos.',
    defaultIsFixed: 'O nome e a descrição do projeto padrão não podem ser alterados.',
    isDefault: 'O projeto padrão não pode ser excluído.',
    notDeleted: 'O projeto não está excluído.',
    all: 'Todos os projetos',
    default: { name: 'Padrão', description: 'Criado com o cliente.' },
  },
}
