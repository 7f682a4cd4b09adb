import type { HeaderSpec } from '../../csv/header'

/** The columns of a site export, in order (EXPORT-01), each with the field it holds. */
const COLUMNS = [
  ['siteName', 'name'],
  ['siteAddress', 'location.formatted'],
  ['siteZipcode', 'location.zip'],
  ['siteCity', 'location.city'],
  ['siteRadius', 'radius'],
  ['siteTag', 'tag'],
  ['siteState', 'location.state'],
  ['siteReferencePoint', 'referencePoint'],
  ['siteApp', 'App.name'],
  ['siteAppCode', 'registrationCodes'],
  ['siteCountry', 'location.country'],
  ['siteLatitude', 'lat'],
  ['siteLongitude', 'lng'],
  ['siteManagerName', 'MobileProfiles.0.name'],
  ['smTelCountryCode', 'MobileProfiles.0.phone'],
  ['smTelAreaCode', 'MobileProfiles.0.phone'],
  ['smTelNum', 'MobileProfiles.0.phone'],
  ['smEmail', 'MobileProfiles.0.email'],
  ['smJobTitle', 'MobileProfiles.0.job'],
] as const

/** Teams have a time zone, unlike sites (ENT-SITE-07): one column more, ours. */
const TIMEZONE = ['teamTimezone', 'timezone'] as const

export const SITE_COLUMNS: readonly string[] = COLUMNS.map(([name]) => name)
export const TEAM_COLUMNS: readonly string[] = [...SITE_COLUMNS, TIMEZONE[0]]

const fields = [...COLUMNS, TIMEZONE] as const

/** The index of each column among those of a team. */
export const AT = Object.fromEntries(fields.map(([column], index) => [column, index])) as Readonly<
  Record<(typeof fields)[number][0], number>
>

/** The field of each column. The three columns of a phone have one field. */
export const FIELD_OF: ReadonlyMap<string, string> = new Map(fields.map(([column, field]) => [column, field]))

/** The column of each field. The problems of a phone are reported at its number. */
export const COLUMN_OF: ReadonlyMap<string, string> = new Map(fields.map(([column, field]) => [field, column]))

/** Further names of the columns; case, accents, blanks and punctuation make no difference. */
const aliases: HeaderSpec['aliases'] = {
  siteName: [
    'nome do site',
    'nome do local',
    'local',
    'unidade',
    'nome da unidade',
    'site',
    'nome da equipe',
    'equipe',
    'team',
    'team name',
  ],
  siteAddress: ['endereço', 'endereço completo', 'logradouro', 'address', 'full address'],
  siteZipcode: ['cep', 'código postal', 'zip', 'zip code', 'postal code', 'postcode'],
  siteCity: ['cidade', 'município', 'city', 'town'],
  siteRadius: ['raio', 'raio (km)', 'raio km', 'radius', 'radius (km)', 'radius km'],
  siteTag: ['tag', 'etiqueta', 'identificador', 'código do site', 'código do local', 'código da unidade'],
  siteState: ['estado', 'uf', 'state', 'province'],
  siteReferencePoint: ['ponto de referência', 'referência', 'reference point', 'landmark'],
  siteApp: ['app', 'aplicativo', 'nome do app'],
  siteAppCode: [
    'código do app',
    'códigos do app',
    'código de cadastro',
    'códigos de cadastro',
    'app code',
    'app codes',
    'registration code',
    'registration codes',
  ],
  siteCountry: ['país', 'country'],
  siteLatitude: ['latitude', 'lat'],
  siteLongitude: ['longitude', 'lng', 'lon', 'long'],
  siteManagerName: ['responsável', 'nome do responsável', 'gestor', 'nome do gestor', 'manager', 'manager name'],
  smTelCountryCode: ['ddi', 'código do país', 'telefone ddi', 'country code', 'phone country code'],
  smTelAreaCode: ['ddd', 'código de área', 'telefone ddd', 'area code', 'phone area code'],
  smTelNum: [
    'telefone',
    'número do telefone',
    'telefone do responsável',
    'celular',
    'phone',
    'phone number',
    'manager phone',
  ],
  smEmail: ['email', 'e-mail', 'e-mail do responsável', 'manager email'],
  smJobTitle: ['cargo', 'função', 'cargo do responsável', 'job', 'job title', 'manager job'],
  teamTimezone: ['fuso', 'fuso horário', 'timezone', 'time zone'],
}

/** Headers that mean the name of the place if no other column does. Beside such a column they may be anybody's name. */
const lastResort = { nome: 'siteName', name: 'siteName' }

/** Names and rules of the header: the name and the address are needed, a team's time zone as well. */
export const SITE_HEADER: HeaderSpec = {
  names: SITE_COLUMNS,
  required: ['siteName', 'siteAddress'],
  aliases,
  lastResort,
}
export const TEAM_HEADER: HeaderSpec = {
  names: TEAM_COLUMNS,
  required: ['siteName', 'siteAddress', 'teamTimezone'],
  aliases,
  lastResort,
}
