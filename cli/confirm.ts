import { quoteWord } from '@tocsin/core/command-line/line'
import { CommandError, usageError } from './command-error'
import type { Context } from './context'
import { safeForTerminal } from './display-width'
import { EXIT } from './exit-codes'
import { askConsent, askText, canAsk, obstacleToAsking } from './prompts'

export type Danger = 'ask' | 'type-name'

/**
 * Asks before an action that is hard to take back. `question` is a sentence that ends in a question mark; `name`
 * is the text to type if typing is required. Without a terminal the refusal names the flag that consents.
 */
export async function confirm(
  context: Pick<Context, 'io' | 'settings' | 't'>,
  { danger, question: asked, name }: { danger: Danger; question: string; name: string },
): Promise<void> {
  const { settings, t } = context
  // Names are data: a terminal must not take them for commands.
  const question = safeForTerminal(asked)
  if (danger === 'ask') {
    if (settings.yes) return
    if (!canAsk(context)) throw unasked(context, '--yes', '--yes', question)
    if (await askConsent(context, question)) return
    throw declined()
  }
  if (settings.confirm === name) return
  if (settings.confirm !== undefined)
    throw usageError(
      'cli.confirm.otherName',
      { name, given: settings.confirm },
      { code: 'CONFIRMATION_REQUIRED', field: '--confirm' },
    )
  if (!canAsk(context)) throw unasked(context, '--confirm', quoteWord(`--confirm=${name}`), question)
  if ((await askText(context, `${question} ${t('cli.confirm.typeName', { name: safeForTerminal(name) })}`)) !== name)
    throw declined()
}

/** `flag` is the flag with its value, as a shell reads it. */
const unasked = (context: Parameters<typeof canAsk>[0], field: string, flag: string, question: string) =>
  usageError(`cli.confirm.${obstacleToAsking(context)}`, { question, flag }, { code: 'CONFIRMATION_REQUIRED', field })

const declined = () => new CommandError({ code: 'CANCELLED', exit: EXIT.usage, key: 'cli.confirm.cancelled' })
