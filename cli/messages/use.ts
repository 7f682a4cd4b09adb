import { words } from './words'

/** The words of `tocsin use`. */
export const use = words(
  {
    none: 'Clear the choice',
    nothing: 'no client is chosen: choose one with tocsin use <client>',
    token: 'a token keeps no client; TOCSIN_CLIENT names it',
    chosen: 'commands that name no client now work in {{name}} ({{id}})',
    taken: 'commands that name no client now cover every client that you see',
    shadowed: 'TOCSIN_CLIENT is set and wins',
    columns: { id: 'ID', name: 'Name', source: 'Source' },
  },
  {
    none: 'Desfazer a escolha',
    nothing: 'nenhum cliente foi escolhido: escolha um com tocsin use <client>',
    token: 'um token não guarda um cliente; TOCSIN_CLIENT o indica',
    chosen: 'comandos que não indicam um cliente trabalham agora em {{name}} ({{id}})',
    taken: 'comandos que não indicam um cliente abrangem agora todos os que você vê',
    shadowed: 'TOCSIN_CLIENT está definido e prevalece',
    columns: { id: 'ID', name: 'Nome', source: 'Origem' },
  },
)
