// The parts of monitoring providers that other resources show.
export { ProviderForm } from './provider-form'
