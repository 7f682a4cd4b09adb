/** Names that collide with members of every object: no key of a request or a file, and no name of an answer (T55, T59). */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])
