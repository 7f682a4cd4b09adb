import type { HeaderSpec } from '../../csv/header'

/** The two columns with a meaning of their own; every other one is kept under its name. */
export const REGISTRATION_DATA_HEADER: HeaderSpec = {
  names: ['key', 'tags'],
  required: ['key'],
  aliases: { key: ['chave'], tags: ['tag', 'etiquetas', 'marcadores'] },
  open: true,
}
