import { MAX_FILE } from '../vocabulary/files'
import { isRecord } from '../vocabulary/kind-reasons'
import type { FormField } from './types'

const MB = 1024 * 1024

type Fielded = Pick<FormField, 'options'>

/** Returns the types of attachment that a field takes. */
export function attachmentTypesOf({ options }: Fielded): readonly string[] {
  const types = options?.['attachmentTypes']
  return Array.isArray(types) ? types.filter((type) => typeof type === 'string') : []
}

/** Returns the type of attachment that a field counts a file as: that of its medium, else a file; undefined if it takes neither. */
export function attachmentTypeOf(field: Fielded, mediaType: string): string | undefined {
  const types = attachmentTypesOf(field)
  const [medium = ''] = mediaType.split('/')
  return [medium, 'file'].find((type) => types.includes(type))
}

/** Returns the bytes of an attachment of a type, at most: those of the field, and never more than a file has. */
export function mostBytes({ options }: Fielded, type: string): number {
  const sizes = options?.['attachmentSizes']
  const size = isRecord(sizes) ? sizes[type] : undefined
  return typeof size === 'number' ? Math.min(size * MB, MAX_FILE) : MAX_FILE
}

/** Returns bytes in MB, as limits are told. */
export const inMegabytes = (bytes: number): number => bytes / MB
