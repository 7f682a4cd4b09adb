import '../record/query-words'
import { addWords } from '../words'
import { messages } from './messages'

addWords('rules', messages)
