import { addWords } from '../words'
import { messages } from './command-messages'

// The titles of the file commands: the palette shows them before the rest of this folder is loaded.
addWords('sheetCommands', messages)
