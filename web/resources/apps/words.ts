import { addWords } from '../../words'
import { messages } from './messages'

addWords('apps', messages)
