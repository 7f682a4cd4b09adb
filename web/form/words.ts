import { addWords } from '../words'
import { messages } from './messages'
import '../record/words'

// Every module of this folder that shows text imports this one for its words.
addWords('form', messages)
