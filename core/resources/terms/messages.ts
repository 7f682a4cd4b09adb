import type { Words } from '../../vocabulary/messages'
import type { Term } from './types'

export const messages: Words<keyof Term, 'publish' | 'unpublish' | 'activate' | 'deactivate'> = {
  'en-US': {
    name: 'Terms',
    names: 'Terms',
    fields: { title: 'Title', content: 'Content', active: 'Active', publishedAt: 'Published', ClientId: 'Client' },
    filters: { withContent: 'With the content' },
    actions: { publish: 'Publish', unpublish: 'Unpublish', activate: 'Activate', deactivate: 'Deactivate' },
    empty: 'There are no terms.',
    alreadyPublished: 'These terms are published already.',
    notPublished: 'These terms are not published.',
    alreadyActive: 'These terms are active already.',
    notActive: 'These terms are not active.',
  },
  'pt-BR': {
    name: 'Termos',
    names: 'Termos',
    fields: { title: 'Título', content: 'Conteúdo', active: 'Ativo', publishedAt: 'Publicado em', ClientId: 'Cliente' },
    filters: { withContent: 'Com o conteúdo' },
    actions: { publish: 'Publicar', unpublish: 'Despublicar', activate: 'Ativar', deactivate: 'Desativar' },
    empty: 'Não há termos.',
    alreadyPublished: 'Estes termos já estão publicados.',
    notPublished: 'Estes termos não estão publicados.',
    alreadyActive: 'Estes termos já estão ativos.',
    notActive: 'Estes termos não estão ativos.',
  },
}
