import { SITE_RADIUS_KM, SITE_RADIUS_MAX_KM } from '../base/constants'
import { bookkeeping, type Action, type Bookkeeping, type Fields } from '../vocabulary/resource'
import type { PlaceResourceName, SiteType } from './site-type'
import { above, codeForm, max, min, required, requiredWith, timezone, withPlus } from '../vocabulary/rules'

export type Location = {
  formatted: string
  address: string | null
  zip: string | null
  city: string | null
  state: string | null
  country: string | null
}

/** A manager of a site. The first of its mobile profiles is the manager (ENT-SITE-06). */
export type SiteManager = { name: string; job: string | null; email: string | null; phone: string | null }

/** One record type serves sites and teams, told apart by siteType (ENT-SITE-01). */
export type SiteOrTeam = Bookkeeping & {
  name: string
  /** The client's own key for the place; unique per client and type where given. */
  tag: string | null
  siteType: SiteType
  ClientId: number
  ProjectId: number | null
  active: boolean
  location: Location
  /** Degrees north, -90 to 90; null with `lng` where the place is not known. */
  lat: number | null
  /** Degrees east, -180 to 180. */
  lng: number | null
  /** Kilometres around the place in which an alert belongs to it. */
  radius: number
  referencePoint: string | null
  appId: number | null
  App: { name: string } | null
  registrationCodes: { id: number; code: string }[]
  MobileProfiles: SiteManager[]
  /** IANA name; teams alone have one (ENT-SITE-07). */
  timezone: string | null
}

/** The address of a place: required, and known by its one-line form (SITE-13, ENT-SITE-03). */
export const locationFields = {
  formatted: { type: 'text', lines: 'several', rules: [required()] },
  address: { type: 'text', lines: 'several' },
  zip: { type: 'text', rules: [max(20)] },
  city: { type: 'text' },
  state: { type: 'text' },
  country: { type: 'text' },
} as const satisfies Fields

/** The fields of a place of either type; each resource adds its own type. */
export const placeFields = {
  ...bookkeeping,
  name: { type: 'text', rules: [required()] },
  tag: { type: 'text' },
  ClientId: { type: 'ref', of: 'clients', rules: [required()], readonly: 'after-create' },
  ProjectId: { type: 'ref', of: 'projects' },
  active: { type: 'boolean', default: true },
  location: { type: 'group', rules: [required()], fields: locationFields },
  lat: { type: 'number', rules: [min(-90), max(90), requiredWith('lng')] },
  lng: { type: 'number', rules: [min(-180), max(180), requiredWith('lat')] },
  radius: { type: 'number', default: SITE_RADIUS_KM, rules: [required(), above(0), max(SITE_RADIUS_MAX_KM)] },
  referencePoint: { type: 'longtext' },
  appId: { type: 'ref', of: 'apps' },
  App: { type: 'group', readonly: true, fields: { name: { type: 'text' } } },
  registrationCodes: {
    type: 'list',
    readonly: true,
    fields: { id: { type: 'integer' }, code: { type: 'text', rules: [codeForm()] } },
  },
  MobileProfiles: {
    type: 'list',
    default: [],
    fields: {
      name: { type: 'text', rules: [required()] },
      job: { type: 'text' },
      email: { type: 'email' },
      phone: { type: 'phone', rules: [withPlus()] },
    },
  },
  timezone: { type: 'text', rules: [required(), timezone()], when: (draft) => draft['siteType'] === 'team' },
} as const satisfies Fields

/** Column order of both lists (SITE-03, TEAM-03). */
export const placeColumns = ['name', 'tag', 'location.formatted', 'registrationCodes', 'active', 'App.name'] as const

const hasCode = ({ registrationCodes }: SiteOrTeam): boolean => registrationCodes.length > 0

/** The actions on a place; the words of the reasons are each resource's own. */
export const placeActions = (resource: PlaceResourceName) =>
  ({
    activate: {
      can: `${resource}:update`,
      patch: () => ({ active: true }),
      blocked: (row: SiteOrTeam) => (row.active ? { key: `resources.${resource}.alreadyActive` } : null),
      many: true,
      undo: 'deactivate',
    },
    deactivate: {
      can: `${resource}:update`,
      patch: () => ({ active: false }),
      blocked: (row: SiteOrTeam) => (row.active ? null : { key: `resources.${resource}.notActive` }),
      many: true,
      undo: 'activate',
      danger: 'ask',
    },
    // An empty value removes the app.
    setApp: {
      can: `${resource}:update`,
      input: { appId: { type: 'ref', of: 'apps' } },
      patch: (_, { appId }) => ({ appId: (appId as number | null | undefined) ?? null }),
      many: true,
      undo: 'setApp',
    },
    // A tag is unique per client, so the {id} in it distinguishes many; an empty value removes the tag.
    setTag: {
      can: `${resource}:update`,
      input: { tag: { type: 'text' } },
      patch: (row: SiteOrTeam, { tag }) => ({
        tag: typeof tag === 'string' ? tag.replaceAll('{id}', String(row.id)) : null,
      }),
      many: true,
      undo: 'setTag',
    },
    // A place that has a code is left as it is, so that the action can be repeated for a whole list.
    addCode: {
      can: 'registration-codes:update',
      blocked: (row: SiteOrTeam) => (hasCode(row) ? { key: `resources.${resource}.hasCode` } : null),
      reached: hasCode,
      many: true,
      undo: 'irreversible',
    },
  }) satisfies Record<string, Action<SiteOrTeam>>

const en = {
  fields: {
    name: 'Name',
    tag: 'Tag',
    siteType: 'Type',
    ClientId: 'Client',
    ProjectId: 'Project',
    active: 'Active',
    location: 'Location',
    lat: 'Latitude',
    lng: 'Longitude',
    radius: 'Radius (km)',
    referencePoint: 'Reference point',
    appId: 'App',
    App: 'App',
    registrationCodes: 'Registration codes',
    MobileProfiles: 'Manager',
    timezone: 'Time zone',
  },
  parts: {
    location: {
      formatted: 'Address',
      address: 'Street',
      zip: 'Postal code',
      city: 'City',
      state: 'State',
      country: 'Country',
    },
    App: { name: 'App name' },
    registrationCodes: { id: 'ID', code: 'Code' },
    MobileProfiles: { name: 'Manager name', job: 'Manager job', email: 'Manager e-mail', phone: 'Manager phone' },
    setApp: { appId: 'App (empty: none)' },
    setTag: { tag: 'Tag, where {id} stands for the id (empty: none)' },
  },
  choices: { siteType: { site: 'Site', team: 'Team' }, codes: { with: 'With a code', without: 'Without a code' } },
  filters: {
    siteType: 'Type',
    codes: 'Registration codes',
    exportMode: 'With manager and codes',
    withSites: 'With sites',
  },
  actions: {
    activate: 'Activate',
    deactivate: 'Deactivate',
    setApp: 'Change app',
    setTag: 'Change tag',
    addCode: 'Create code',
  },
  before: {
    setApp: 'Change the app of',
    setTag: 'Change the tag of',
    addCode: 'Create a registration code for',
  },
}

const pt: typeof en = {
  fields: {
    name: 'Nome',
    tag: 'Tag',
    siteType: 'Tipo',
    ClientId: 'Cliente',
    ProjectId: 'Projeto',
    active: 'Ativo',
    location: 'Localização',
    lat: 'Latitude',
    lng: 'Longitude',
    radius: 'Raio (km)',
    referencePoint: 'Ponto de referência',
    appId: 'App',
    App: 'App',
    registrationCodes: 'Códigos de cadastro',
    MobileProfiles: 'Responsável',
    timezone: 'Fuso horário',
  },
  parts: {
    location: {
      formatted: 'Endereço',
      address: 'Rua',
      zip: 'CEP',
      city: 'Cidade',
      state: 'Estado',
      country: 'País',
    },
    App: { name: 'Nome do app' },
    registrationCodes: { id: 'ID', code: 'Código' },
    MobileProfiles: {
      name: 'Nome do responsável',
      job: 'Cargo do responsável',
      email: 'E-mail do responsável',
      phone: 'Telefone do responsável',
    },
    setApp: { appId: 'App (vazio: nenhum)' },
    setTag: { tag: 'Tag, em que {id} vale o id (vazio: nenhuma)' },
  },
  choices: { siteType: { site: 'Site', team: 'Equipe' }, codes: { with: 'Com código', without: 'Sem código' } },
  filters: {
    siteType: 'Tipo',
    codes: 'Códigos de cadastro',
    exportMode: 'Com responsável e códigos',
    withSites: 'Com sites',
  },
  actions: {
    activate: 'Ativar',
    deactivate: 'Desativar',
    setApp: 'Mudar app',
    setTag: 'Mudar tag',
    addCode: 'Criar código',
  },
  before: {
    setApp: 'Mudar o app de',
    setTag: 'Mudar a tag de',
    addCode: 'Criar código de cadastro para',
  },
}

/** The words both resources share; each adds its own name. */
export const placeWords = { 'en-US': en, 'pt-BR': pt }
