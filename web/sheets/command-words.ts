import { addWords } from '../words'
import { messages } from './command-messages'

// The titles of what can be done with files: the palette shows them before anything else of this folder is loaded.
addWords('sheetCommands', messages)
