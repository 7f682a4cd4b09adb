// The commands for records that follow from no declared action. They are fetched with what can be done in a list, and with the
// pages that offer them.
import { registerCommands } from '../commands/own-commands'
import { copyCommands } from './apps/copy-app-command'
import { saveAppCommands, saveVersionCommands, templateCommands } from './templates/template-commands'

registerCommands('apps', (...at) => [...copyCommands(...at), ...saveAppCommands(...at)])
registerCommands('app-versions', saveVersionCommands)
registerCommands('templates', templateCommands)
