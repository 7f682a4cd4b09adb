import { addWords } from '../../../words'
import { messages } from './messages'

// Wherever anything of this folder is shown its words are there.
addWords('playground', messages)
