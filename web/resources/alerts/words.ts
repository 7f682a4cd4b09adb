import '../../keys/board'
import { addWords } from '../../words'
import { messages } from './messages'

// The words of this folder, and its keys, are added wherever any of it is shown.
addWords('alerts', messages)
