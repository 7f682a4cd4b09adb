import { addWords } from '../words'
import { messages } from './messages'
import '../record/words'

// Adds the words of forms wherever a part of this folder is shown.
addWords('form', messages)
