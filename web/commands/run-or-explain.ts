import { tellReason } from '../notices/toast'
import type { Command, How } from './command'
import { openPalette } from './open-palette'

/**
 * Runs a command from a key or a button. Shows the reason if it is blocked. Opens the palette if it needs arguments.
 * Resolves once the command has run.
 */
export async function runOrExplain(command: Command, how: How = {}): Promise<void> {
  if (command.blocked) tellReason(command.blocked)
  else if (command.asks.length > 0) openPalette({ command: command.id })
  else await command.run({}, how)
}
