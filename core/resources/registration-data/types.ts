import type { Bookkeeping } from '../../vocabulary/resource'

/** The known data of a person who will register: found by its key, imported by a sheet. */
export type RegistrationData = Bookkeeping & {
  key: string
  tags: string[]
  profileProps: Record<string, string>
  RegistrationDataSchemaId: number
  ClientId: number
}
