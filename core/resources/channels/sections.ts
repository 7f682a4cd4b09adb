import { fieldIn } from '../../vocabulary/field-words'
import { fieldsOf } from '../../vocabulary/fields-of'
import type { Field } from '../../vocabulary/resource'
import { channels } from './index'
import { SECTIONS, type InSections, type SectionName } from './kinds/kind'
import { kindFields, kindSections, type ChannelType } from './kinds/index'

/** The fields that every channel has, by section. */
const COMMON: InSections = {
  general: ['name', 'label', 'config.parentId', 'config.icon', 'tag', 'primary'],
  colors: ['config.bgColor1', 'config.bgColor2', 'config.textColor'],
  data: ['config.siteManagerOnly'],
  providers: ['MonitoringProviders'],
}

/** The sections of what happens and who takes part; the others are of what people see. */
const HAPPENS: ReadonlySet<SectionName> = new Set(['data', 'providers', 'visibility', 'form'])

/** A section of the editor of a channel, with the paths of its fields. */
export type Section = { name: SectionName; seen: boolean; fields: readonly string[] }

/** Returns the paths of a field: those of its parts, if it is a group. */
const pathsOf = (path: string, field: Field): string[] =>
  field.type === 'group'
    ? Object.entries(fieldsOf(field)).flatMap(([name, part]) => pathsOf(`${path}.${name}`, part))
    : [path]

/** Returns the section of an option of a kind. A switch stands among the data, unless the kind says otherwise. */
const sectionOf = (channelType: ChannelType, name: string, { type }: Field): SectionName =>
  SECTIONS.find((section) => kindSections[channelType].some((own) => own[section]?.includes(name))) ??
  (type === 'boolean' ? 'data' : 'action')

/** Returns the sections of a channel of this kind, without those that would have no field. */
export function sectionsOf(channelType: ChannelType): Section[] {
  const own = Object.entries<Field>(kindFields[channelType]).filter(([, { readonly }]) => readonly !== true)
  return SECTIONS.map((name) => ({
    name,
    seen: !HAPPENS.has(name),
    fields: [
      ...(COMMON[name] ?? []),
      ...own
        .filter(([option, field]) => sectionOf(channelType, option, field) === name)
        .flatMap(([option, field]) => pathsOf(`config.${option}`, field)),
    ],
  })).filter(({ fields }) => fields.length > 0)
}

/** Returns the options of all kinds that a new channel needs, besides what it has by default: the number of a phone. */
export const neededOptions = (): string[] => [
  ...new Set(
    Object.values(kindFields).flatMap((fields) =>
      Object.entries<Field>(fields)
        .filter(([, { readonly, rules }]) => readonly !== true && rules?.some((rule) => rule.required))
        .map(([name]) => `config.${name}`),
    ),
  ),
]

/** Returns whether a channel of this kind has the field of a path. */
export const hasField = (channelType: unknown, path: string): boolean =>
  fieldIn(channels.fields, path, { channelType }) !== undefined
