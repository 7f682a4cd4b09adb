import type { Bookkeeping } from '../../vocabulary/resource'

/** The code that a person types on the phone to join a client or a site; unique over all clients. */
export type RegistrationCode = Bookkeeping & {
  code: string
  mode: 'client' | 'site'
  ClientId: number
  SiteId: number | null
  RegistrationFormId: number | null
  RegistrationHandlerId: number | null
  regHandlerId: number | null
  TermId: number | null
  /** `autoApprove`: a person who types the code is let in without an approver. */
  config: { autoApprove: boolean }
}
