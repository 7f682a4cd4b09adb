import type { HeaderSpec } from '../../csv/header'

/** The two columns with a meaning of their own; every other column is kept under its name. */
export const REGISTRATION_DATA_HEADER: HeaderSpec = {
  names: ['key', 'tags'],
  required: ['key'],
  aliases: { key: ['chave'], tags: ['tag', 'etiquetas', 'marcadores'] },
  open: true,
  // The headers of lists that were saved from the terminal, or from the console in either language. One of their cells
  // has a whole profile.
  listHeaders: [['profileProps'], ['RegistrationDataSchemaId'], ['Perfil', 'Atualizado em'], ['Profile', 'Updated']],
}

/** The console's name for the column of its list that holds a whole profile; a sheet seldom has one. */
export const PROFILE_COLUMN = /^(perfil|profile)$/i
