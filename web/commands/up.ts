import type { Command } from './command'
import { go } from '../navigation/go'
import { screenAt } from '../navigation/hrefs'

/** Up to where a page belongs, as its breadcrumbs lead there. */
export const upCommand = ({ label, href }: { label: string; href: string }): Command => ({
  id: `up.${href}`,
  title: (t) => t('palette.goUp', { place: label }),
  group: 'go',
  icon: 'chevronUp',
  asks: [],
  line: lineOf(href) ?? 'only-here',
  undo: 'nothing',
  run: () => go(href),
})

/** `/sites` is a list and `/sites/7/show` a record; elsewhere a terminal has nothing to show. */
function lineOf(href: string): (() => string) | null {
  const { pathname } = new URL(href, 'http://here.invalid')
  const at = screenAt(pathname)
  if (at?.kind === 'list') return () => `tocsin ${at.resource.name} list`
  return at?.kind === 'show' ? () => `tocsin ${at.resource.name} get ${at.id}` : null
}
