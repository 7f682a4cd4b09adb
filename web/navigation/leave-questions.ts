import { ask, askWhich } from '../notices/confirm'
import { addWords } from '../words'
import type { AskToLeave } from './guard'
import { guard } from './leave'
import { messages } from './messages'

addWords('navigation', messages)

/** Asks whether to leave unsaved changes. */
export const askToLeave: AskToLeave = (left, leaving) =>
  leaving
    ? askWhich({
        title: (t) => t('navigation.leave.save', { name: leaving.about().name }),
        detail: (t) => t('navigation.leave.changed', { changes: leaving.about().changes }),
        first: (t) => t('navigation.leave.first'),
        verb: (t) => t('navigation.leave.discard'),
        danger: true,
      })
    : ask({
        title: (t) => t('navigation.leave.title'),
        detail: (t) => t(`navigation.leave.${left}`),
        verb: (t) => t('navigation.leave.verb'),
        danger: false,
      })

/**
 * Returns whether all changes of the page are saved, for work that uses what is saved. Where a form has unsaved changes,
 * it asks whether to save them or to cancel the work, and saves them (APP-14, APP-15).
 */
export async function savedFirst(): Promise<boolean> {
  if (!guard.savable()) return true
  const yes = await ask({
    title: (t) => t('navigation.save.title'),
    detail: (t) => t('navigation.save.detail'),
    verb: (t) => t('navigation.save.verb'),
    danger: false,
  })
  return yes && guard.saveAll()
}
