import { addWords } from '../words'
import { messages } from './messages'
import '../form/words'

addWords('builder', messages)
