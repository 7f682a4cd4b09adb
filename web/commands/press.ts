import { tellReason } from '../notices/toast'
import type { Command, How } from './command'
import { openPalette } from './open-palette'

/** Runs a command as a key or a button does: says why it cannot be run, or asks for its arguments in the palette. */
export function press(command: Command, how: How = {}): void {
  if (command.blocked) tellReason(command.blocked)
  else if (command.asks.length > 0) openPalette({ command: command.id })
  else void command.run({}, how)
}
