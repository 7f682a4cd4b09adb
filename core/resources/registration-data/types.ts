import type { Bookkeeping } from '../../vocabulary/resource'

/** What is known beforehand of somebody who will register: found by its key, brought by a sheet. */
export type RegistrationData = Bookkeeping & {
  key: string
  tags: string[]
  profileProps: Record<string, string>
  RegistrationDataSchemaId: number
  ClientId: number
}
