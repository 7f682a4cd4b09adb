import { words } from './words'

/** The words of `find`. */
export const find = words(
  {
    words: 'words to find, in any order: beginnings, initials, without accents, with a typo',
    resource: 'Only records of this resource; several separated by commas',
    client: 'Only records of this client, and those of none',
    idsOfOne: 'ids without their resource say nothing: give one --noun',
    limit: 'Maximum number of matches (default 20)',
    all: 'Every match, also by the name of its site or client',
    nothing: 'nothing matches {{query}}',
    columns: { noun: 'Resource', id: 'ID', title: 'Title', subtitle: 'Details' },
  },
  {
    words: 'o que procurar: em qualquer ordem, começos, iniciais, sem acentos, com um erro',
    resource: 'Só registros deste recurso; vários separados por vírgulas',
    client: 'Só registros deste cliente, e os de nenhum',
    idsOfOne: 'ids sem o recurso não dizem nada: informe um --noun',
    limit: 'No máximo tantos; 20 se não informado',
    all: 'Tudo o que for encontrado, também pelo nome do site ou do cliente',
    nothing: 'nada se chama {{query}}',
    columns: { noun: 'Recurso', id: 'ID', title: 'Título', subtitle: 'Detalhes' },
  },
)
