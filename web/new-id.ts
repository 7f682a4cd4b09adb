/** Makes a unique id. A page on plain HTTP has no randomUUID; random numbers are enough to tell two requests apart. */
export const newId = (): string =>
  crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16)).join('-')
