import { words } from './words'

/** The words of `version`. */
export const version = words(
  { columns: { client: 'Client', server: 'Server', database: 'Database', host: 'Address' } },
  { columns: { client: 'Cliente', server: 'Servidor', database: 'Banco de dados', host: 'Endereço' } },
)
