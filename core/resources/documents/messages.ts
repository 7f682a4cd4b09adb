import type { Words } from '../../vocabulary/messages'
import type { Document } from './types'

export const messages: Words<keyof Document, 'publish' | 'unpublish'> = {
  'en-US': {
    name: 'Document',
    names: 'Documents',
    fields: { name: 'Name', publishedAt: 'Published', content: 'Content' },
    filters: { withContent: 'With the content' },
    actions: { publish: 'Publish', unpublish: 'Unpublish' },
    empty: 'There are no documents.',
    alreadyPublished: 'The document is published already.',
    notPublished: 'The document is not published.',
  },
  'pt-BR': {
    name: 'Documento',
    names: 'Documentos',
    fields: { name: 'Nome', publishedAt: 'Publicado em', content: 'Conteúdo' },
    filters: { withContent: 'Com o conteúdo' },
    actions: { publish: 'Publicar', unpublish: 'Despublicar' },
    empty: 'Não há documentos.',
    alreadyPublished: 'O documento já está publicado.',
    notPublished: 'O documento não está publicado.',
  },
}
