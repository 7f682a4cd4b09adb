import { queryWords } from '@tocsin/core/form/query-messages'
import { addWords } from '../words'
import { messages } from './messages'

addWords('query', queryWords)
addWords('rules', messages)
