/** A person of a monitoring provider. */
export type MonitoringProviderUser = {
  id: number
  name: string
  username: string
  role: string
  active: boolean
  MonitoringProviderId: number
}
