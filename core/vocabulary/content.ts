import type { Field } from './resource'

/** Returns a field of contents that only the server writes, and that a list has only on request (`withSchema`). */
export const content = (type: Field['type']): Field => ({ type, readonly: true, listedWith: 'withSchema' })
