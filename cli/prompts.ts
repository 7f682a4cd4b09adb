import type { Context } from './context'
import { interrupted } from './command-error'

type Io = Context['io']

/** Questions are asked only where somebody can read them and answer. */
export const canAsk = ({ stdin, stderr }: Io): boolean => stdin.isTerminal && stderr.isTerminal

/** Runs a prompt of inquirer's on stderr; Ctrl-C at a question ends the command as it does anywhere else. */
async function ask<T>(
  io: Io,
  prompt: (streams: ReturnType<Io['promptStreams']> & { signal: AbortSignal }) => Promise<T>,
): Promise<T> {
  try {
    return await prompt({ ...io.promptStreams(), signal: io.signal })
  } catch (error) {
    if (error instanceof Error && ['ExitPromptError', 'AbortPromptError'].includes(error.name))
      throw interrupted(io.signal.reason)
    throw error
  }
}

export async function askText(io: Io, message: string): Promise<string> {
  const { default: input } = await import('@inquirer/input')
  return ask(io, (streams) => input({ message, required: true }, streams as never))
}

export async function askSecret(io: Io, message: string): Promise<string> {
  const { default: password } = await import('@inquirer/password')
  return ask(io, (streams) => password({ message, mask: true }, streams as never))
}

export async function askChoice(io: Io, message: string, choices: readonly string[]): Promise<string> {
  const { default: select } = await import('@inquirer/select')
  return ask(io, (streams) => select({ message, choices }, streams as never))
}

export async function askConsent(io: Io, message: string): Promise<boolean> {
  const { default: confirm } = await import('@inquirer/confirm')
  return ask(io, (streams) => confirm({ message, default: false }, streams as never))
}
