/**
 * What the forms of a noun ask for, and what its page tells, where that is not all that is declared: some is given by an action, some only of
 * oneself.
 */
const FIELDS: Record<string, { create?: readonly string[]; edit?: readonly string[]; show?: readonly string[] }> = {
  // CLIENT-05
  clients: { create: ['name', 'nickname', 'manager'] },
  users: {
    create: [
      'name',
      'username',
      'email',
      'phone',
      'userType',
      'role',
      'ClientId',
      'SiteId',
      'ClientIds',
      'active',
      'password',
      'passwordConfirm',
    ],
    edit: ['name', 'username', 'email', 'phone', 'role', 'SiteId', 'ClientIds', 'active'],
    show: [
      'name',
      'username',
      'email',
      'phone',
      'userType',
      'role',
      'ClientId',
      'Site.name',
      'ClientIds',
      'active',
      'emailVerified',
      'phoneVerified',
      'hasPassword',
      'permissions',
      'createdAt',
    ],
  },
}

export const shownFields = (noun: string): { names?: readonly string[] } => {
  const names = FIELDS[noun]?.show
  return names ? { names } : {}
}

export const formFields = (noun: string, form: 'create' | 'edit'): { only?: readonly string[] } => {
  const only = FIELDS[noun]?.[form]
  return only ? { only } : {}
}
