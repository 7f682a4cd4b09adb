import { recordImport, YES_OR_NO, type RecordSheet } from '../../csv/record-sheet'
import { registrationCodes } from './index'

/** The sheet of a client's registration codes. A code with a site is one of that site, any other one of the client. */
export const REGISTRATION_CODE_SHEET: RecordSheet = {
  key: 'code',
  fixed: {},
  fields: registrationCodes.fields,
  columns: [
    { name: 'code', field: 'code', required: true, aliases: ['código', 'código de cadastro', 'registration code'] },
    { name: 'site', field: 'SiteId', aliases: ['local', 'unidade', 'etiqueta do local', 'site tag', 'nome do site'] },
    {
      name: 'form',
      field: 'RegistrationFormId',
      aliases: ['formulário', 'formulário de cadastro', 'registration form'],
    },
    {
      name: 'autoApprove',
      field: 'config.autoApprove',
      aliases: ['aprovação automática', 'aprovar automaticamente', 'auto approve', 'automatic approval'],
      words: YES_OR_NO,
    },
  ],
}

export const registrationCodeImport = recordImport(REGISTRATION_CODE_SHEET)
