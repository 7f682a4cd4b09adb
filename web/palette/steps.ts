import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Chip } from '../commands/use-commands'
import type { PendingCommand } from './arguments'
import type { Step } from './trail'
import type { Scope } from './use-search-query'

/** Returns the steps of the trail: the chips of the screens, the scope of the search, the command that asks. */
export function stepsOf(chips: readonly Chip[], scope: Scope, asking: PendingCommand | null, t: Translate): Step[] {
  const last = chips.length - 1
  const steps = chips.map(({ id, label }, at): Step => ({
    id,
    label,
    tone: at === last && !asking ? 'accent' : 'plain',
  }))
  if (asking) return [...steps, { id: 'command', label: asking.command.title(t), tone: 'accent' }]
  const add = (id: string, label: string) => steps.push({ id, label, tone: 'outlined' })
  if (scope.atHand) add('at-hand', t('palette.atHand'))
  if (scope.mode !== 'all') add('mode', t(`palette.modes.${scope.mode}`))
  if (scope.resource) add('resource', t(`resources.${scope.resource}.names`))
  return steps
}

export const placeholderOf = ({ mode, resource }: Scope, t: Translate): string =>
  resource
    ? t('palette.placeholder.one', { names: t(`resources.${resource}.names`).toLowerCase() })
    : t(`palette.placeholder.${mode}`)

/** Returns the key hints of the page shown. */
export function hintsOf({ command: { asks }, at }: PendingCommand, t: Translate) {
  return [
    { keys: 'Enter', label: t(at >= asks.length - 1 ? 'palette.run' : 'palette.next') },
    ...(asks[at]?.flag.type === 'refs' ? [{ keys: 'Shift+Enter', label: t('palette.add') }] : []),
  ]
}
