// The parts of a channel that other resources show.
export { NewChannel } from './new-channel'
