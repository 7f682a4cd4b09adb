import type { HeaderSpec } from '../../csv/header'

/** The two columns with a meaning of their own; every other one is kept under its name. */
export const REGISTRATION_DATA_HEADER: HeaderSpec = {
  names: ['key', 'tags'],
  required: ['key'],
  aliases: { key: ['chave'], tags: ['tag', 'etiquetas', 'marcadores'] },
  open: true,
  // As the list of a terminal has them, and that of the console in either language: a cell of theirs holds a whole profile.
  ofLists: [['profileProps'], ['RegistrationDataSchemaId'], ['Perfil', 'Atualizado em'], ['Profile', 'Updated']],
}

/** What the console calls the column of its list in which a whole profile stands; a sheet may have one, but seldom does. */
export const PROFILE_COLUMN = /^(perfil|profile)$/i
