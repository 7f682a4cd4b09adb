/** What a new record of a noun is asked for, where that is not all that is declared: some is given by an action. */
const ASKED: Readonly<Record<string, readonly string[]>> = {
  // CLIENT-05
  clients: ['name', 'nickname', 'manager'],
}

export const fieldsOfNew = (noun: string): { only?: readonly string[] } => {
  const only = ASKED[noun]
  return only ? { only } : {}
}
