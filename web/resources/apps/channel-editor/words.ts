import { addWords } from '../../../words'
import { messages } from './messages'

addWords('channelEditor', messages)
