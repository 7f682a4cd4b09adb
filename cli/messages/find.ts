import { words } from './words'

/** The words of `find`. */
export const find = words(
  {
    words: 'what to look for: any order, beginnings, initials, without accents, with a typo',
    resource: 'Only records of this resource; several separated by commas',
    limit: 'So many at most; 20 unless given',
    all: 'Every match',
    nothing: 'nothing is called {{query}}',
    columns: { noun: 'Resource', id: 'Id', title: 'Title', subtitle: 'Details' },
  },
  {
    words: 'o que procurar: em qualquer ordem, começos, iniciais, sem acentos, com um erro',
    resource: 'Só registros deste recurso; vários separados por vírgulas',
    limit: 'No máximo tantos; 20 se não informado',
    all: 'Tudo o que for encontrado',
    nothing: 'nada se chama {{query}}',
    columns: { noun: 'Recurso', id: 'Id', title: 'Título', subtitle: 'Detalhes' },
  },
)
