import { fieldsOf } from './fields-of'
import type { Draft, Fields, TakenFile } from './resource'

/** The types of files that are stored, with the endings that a person knows them by. */
export const MEDIA_TYPES = {
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/gif': 'GIF',
  'image/webp': 'WebP',
  'application/pdf': 'PDF',
} as const
export type MediaType = keyof typeof MEDIA_TYPES
export const IMAGE_TYPES: readonly MediaType[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** The bytes of a stored file, at most. */
export const MAX_FILE = 8 * 1024 * 1024

/** Where stored files are read. Their names are random and cannot be guessed (T85). */
export const FILES_PATH = '/api/files/'
/** The address of a stored file, on the server that gave it. */
export const FILE_ADDRESS = /^\/api\/files\/[A-Za-z0-9_-]{32}$/

/** A field that takes a file, with its path in the record: `config.banner.url`. */
export type FileField = { path: string; upload: TakenFile }

/**
 * Returns the fields that take a file, those in groups included. Where fields differ by kind, `outer` says which there are:
 * a record that does not say its kind has those of every kind.
 */
export function fileFields(fields: Fields, outer: Draft = {}, path = ''): FileField[] {
  return Object.entries(fields).flatMap(([name, field]): FileField[] => {
    if (field.upload) return [{ path: path + name, upload: field.upload }]
    if (field.type !== 'group') return []
    const { variants, fields: shared = {} } = field
    const kinds =
      variants && (outer[variants.by] ?? null) === null
        ? [shared, ...Object.values(variants.of)]
        : [fieldsOf(field, outer)]
    return kinds.flatMap((inside) => fileFields(inside, {}, `${path}${name}.`))
  })
}

/** Returns the names under which a form may have the file of a field: alone, or flattened as its siblings are. */
export const partNames = ({ path, upload: { as } }: FileField): string[] => {
  const [group] = path.split('.')
  return path.includes('.') ? [as, `${group}.${as}`] : [as]
}

/** Returns the names of types as a person knows them: `PNG, JPEG`. */
export const namesOfTypes = (types: readonly MediaType[]): string => types.map((type) => MEDIA_TYPES[type]).join(', ')
