import type { Command } from './command'
import { go } from '../navigation/go'
import { screenAt } from '../navigation/hrefs'

/** Makes the command that goes up from a page, as its breadcrumbs do. */
export const upCommand = ({ label, href }: { label: string; href: string }): Command => ({
  id: `up.${href}`,
  title: (t) => t('acts.goUp', { place: label }),
  group: 'go',
  icon: 'chevronUp',
  asks: [],
  line: lineOf(href) ?? 'only-here',
  undo: 'nothing',
  run: () => go(href),
})

/** Returns the line for a list (`/sites`) or a record (`/sites/7/show`); a terminal has no other pages. */
function lineOf(href: string): (() => string) | null {
  const { pathname } = new URL(href, 'http://here.invalid')
  const at = screenAt(pathname)
  if (at?.kind === 'list') return () => `tocsin ${at.resource.name} list`
  return at?.kind === 'show' ? () => `tocsin ${at.resource.name} get ${at.id}` : null
}
