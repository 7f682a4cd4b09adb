import { words } from './words'

/** The words of `tocsin use`. */
export const use = words(
  {
    none: 'Work in no client again',
    nothing: 'no client is chosen: each line names its own',
    token: 'a token keeps no client; TOCSIN_CLIENT names it',
    chosen: 'commands that name no client work in {{name}} ({{id}})',
    taken: 'commands that name no client work in all that you see',
    shadowed: 'TOCSIN_CLIENT is set and wins',
    columns: { id: 'Id', name: 'Name', source: 'Source' },
  },
  {
    none: 'Voltar a trabalhar em nenhum cliente',
    nothing: 'nenhum cliente foi escolhido: cada linha indica o seu',
    token: 'um token não guarda um cliente; TOCSIN_CLIENT o indica',
    chosen: 'comandos que não indicam um cliente trabalham em {{name}} ({{id}})',
    taken: 'comandos que não indicam um cliente trabalham em todos os que você vê',
    shadowed: 'TOCSIN_CLIENT está definido e prevalece',
    columns: { id: 'Id', name: 'Nome', source: 'Origem' },
  },
)
