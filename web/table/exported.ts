import { viewOf } from '../data/views'

/** Returns whether a list of this noun, on any page, can be saved as a file (EXPORT-10). */
export const isExported = (noun: string): boolean => viewOf(noun).exported === true
