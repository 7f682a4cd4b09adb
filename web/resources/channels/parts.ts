// What other resources show of a channel.
export { NewChannel } from './new-channel'
