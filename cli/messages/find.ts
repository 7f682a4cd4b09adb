import { words } from './words'

/** The words of `find`. */
export const find = words(
  {
    words: 'what to look for: any order, beginnings, initials, without accents, with a typo',
    noun: 'Only records of this noun; several separated by commas',
    limit: 'So many at most; 20 unless given',
    nothing: 'nothing is called {{query}}',
    columns: { noun: 'Noun', id: 'Id', title: 'Title', subtitle: 'Details' },
  },
  {
    words: 'o que procurar: em qualquer ordem, começos, iniciais, sem acentos, com um erro',
    noun: 'Só registros deste substantivo; vários separados por vírgulas',
    limit: 'No máximo tantos; 20 se não informado',
    nothing: 'nada se chama {{query}}',
    columns: { noun: 'Substantivo', id: 'Id', title: 'Título', subtitle: 'Detalhes' },
  },
)
