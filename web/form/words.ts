import { addWords } from '../words'
import { messages } from './messages'
import '../record/words'

// Wherever anything of this folder is shown its words are there.
addWords('form', messages)
