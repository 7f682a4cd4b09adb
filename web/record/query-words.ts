import { queryWords } from '@tocsin/core/form/query-messages'
import { addWords } from '../words'

addWords('query', queryWords)
