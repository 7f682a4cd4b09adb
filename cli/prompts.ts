import type { Context } from './context'
import { interrupted, usageError, type CommandError } from './command-error'
import { refusesInput } from './settings'

type Io = Context['io']

type World = Pick<Context, 'io' | 'settings'>

/** Returns whether somebody can read a question and answer it, and may be asked. */
export const canAsk = ({ io, settings }: World): boolean =>
  !refusesInput(settings, io.env) && io.stdin.isTerminal && io.stderr.isTerminal

/** Returns the word for what keeps a question from being asked, of which message keys are made. */
export const obstacleToAsking = ({ io, settings }: World): 'noInput' | 'noTerminal' =>
  refusesInput(settings, io.env) ? 'noInput' : 'noTerminal'

/** Makes the refusal of a question that cannot be asked; it names the flag that answers it. */
export const unanswered = (world: World, flag: string): CommandError =>
  usageError(`cli.usage.${obstacleToAsking(world)}`, { flag }, { field: flag })

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

type Asker = Pick<Context, 'io' | 't'>

export async function askText({ io, t }: Asker, message: string): Promise<string> {
  const { default: input } = await import('@inquirer/input')
  const validate = (text: string) => text.trim() !== '' || t('formErrors.required')
  return ask(io, (streams) => input({ message, validate }, streams as never))
}

/** Asks as `askText` does, but Enter alone is an answer too: the empty text. */
export async function askTextOrNothing({ io }: Pick<Asker, 'io'>, message: string): Promise<string> {
  const { default: input } = await import('@inquirer/input')
  return (await ask(io, (streams) => input({ message }, streams as never))).trim()
}

export async function askSecret({ io }: Asker, message: string): Promise<string> {
  const { default: password } = await import('@inquirer/password')
  // Without the key that shows it, and the English words about that key.
  return ask(io, (streams) => password({ message, mask: true, toggleMask: false }, streams as never))
}

/** Asks for a code, or nothing; the question counts down the seconds until a moment. */
export async function askCounting(
  { io }: Pick<Asker, 'io'>,
  until: number,
  message: (seconds: number) => string,
): Promise<string> {
  const { countingPrompt } = await import('./counting-prompt')
  const seconds = () => Math.max(0, Math.ceil((until - io.now()) / 1000))
  return (await ask(io, (streams) => countingPrompt({ message: () => message(seconds()) }, streams as never))).trim()
}

export async function askChoice({ io }: Asker, message: string, choices: readonly string[]): Promise<string> {
  const { default: select } = await import('@inquirer/select')
  // The hint below the choices has English words, and nobody needs it for arrows and Enter.
  const theme = { style: { keysHelpTip: () => undefined } }
  return ask(io, (streams) => select({ message, choices, theme }, streams as never))
}

export async function askConsent({ io, t }: Asker, message: string): Promise<boolean> {
  const { default: confirm } = await import('@inquirer/confirm')
  const keywords = { yes: t('cli.output.yes'), no: t('cli.output.no'), error: () => t('cli.confirm.answer') }
  return ask(io, (streams) => confirm({ message, default: false, theme: { keywords } }, streams as never))
}
