import { words } from './words'

/** The words of `tocsin api`. */
export const api = words(
  {
    path: 'below /api, with its query: sites?limit=1',
    method: 'GET, POST, PUT, PATCH or DELETE; POST where there is a body',
    field: 'a field of the body, or of the query with GET; read as JSON if it is valid JSON',
    input: 'The body as JSON: a file, - for stdin, or the JSON itself',
    paginate: 'Every page, as one JSON document',
    noList: '{{path}} is not a list',
  },
  {
    path: 'abaixo de /api, com a consulta: sites?limit=1',
    method: 'GET, POST, PUT, PATCH ou DELETE; POST onde há corpo',
    field: 'um campo do corpo (da consulta com GET); JSON onde se lê como tal',
    input: 'O corpo em JSON: um arquivo, - para stdin, ou o próprio JSON',
    paginate: 'Todas as páginas, como um só documento JSON',
    noList: '{{path}} não é uma lista',
  },
)
