import { viewOf } from '../data/views'

/** Returns whether a list of this resource, on any page, can be saved as a file (EXPORT-10). */
export const isExported = (resource: string): boolean => viewOf(resource).exported === true
