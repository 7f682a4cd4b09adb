// The commands for records that follow from no declared action. They are fetched with what can be done in a list, and with the
// pages that offer them.
import { registerCommands, registerOfSome } from '../commands/own-commands'
import { registerRun } from '../commands/own-runs'
import { versionCommands } from './app-versions/version-commands'
import { copyCommands } from './apps/copy-app-command'
import { saveAppCommands, saveVersionCommands, templateCommands } from './templates/template-commands'

registerRun('alerts', 'take', async (_, alert) => (await import('./alerts/parts')).take(alert))

registerCommands('apps', (...at) => [...copyCommands(...at), ...saveAppCommands(...at)])
registerCommands('app-versions', saveVersionCommands)
registerCommands('templates', templateCommands)

registerOfSome('apps', { of: (...at) => [...copyCommands(...at), ...versionCommands(...at)], any: {} })
registerOfSome('templates', { of: templateCommands, any: { visibility: 'public', clientId: null } })
