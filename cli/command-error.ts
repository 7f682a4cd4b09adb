import { EXIT, type ExitCode } from './exit-codes'

type Values = Record<string, unknown>

/** A field at fault, for programs: its path, the flag that gives it (null if none does) and the refusal. */
export type FieldFailure = {
  field: string
  flag: string | null
  /** The rule that refuses the value: `required`, `maxValue`. Scripts rely on it. */
  code: string
  values: Values
  message: string
  /** The place of a field that stands in a file; lines and columns count from 1. */
  file?: string
  line?: number
  column?: number
}

export type CommandErrorParts = {
  /** UPPER_SNAKE, stable: scripts rely on it. */
  code: string
  exit: ExitCode
  /** Message key and its values. */
  key: string
  values?: Values
  hint?: { key: string; values?: Values }
  /** A command that is likely to help. */
  next?: string
  /** The flag or field at fault. */
  field?: string
  /** Further lines, shown as they are. */
  lines?: readonly string[]
  /** Further keys of the error in JSON. */
  more?: { address: string; cause: string } | { location: string } | { fields: readonly FieldFailure[] }
}

/** A command cannot do what was asked, for a reason found here and not at the server. Its words are made when shown. */
export class CommandError extends Error {
  readonly parts: CommandErrorParts
  constructor(parts: CommandErrorParts) {
    super(parts.code)
    this.name = 'CommandError'
    this.parts = parts
  }
}

/** Makes an error of the command line itself. */
export function usageError(key: string, values?: Values, more: Partial<CommandErrorParts> = {}): CommandError {
  return new CommandError({ code: 'USAGE', exit: EXIT.usage, key, ...(values ? { values } : {}), ...more })
}

/** Makes the error of a Ctrl-C or SIGTERM. */
export function interrupted(reason: unknown): CommandError {
  return reason === 'SIGTERM'
    ? new CommandError({ code: 'TERMINATED', exit: EXIT.terminated, key: 'cli.errors.terminated' })
    : new CommandError({ code: 'INTERRUPTED', exit: EXIT.interrupted, key: 'cli.errors.interrupted' })
}

/** The hint that asks whether something else was meant. It takes the place of the way to the help. */
export const didYouMean = (meant: string): Partial<CommandErrorParts> => ({
  hint: { key: 'cli.hints.didYouMean', values: { meant } },
})
