// What other resources show of monitoring providers.
export { ProviderForm } from './provider-form'
