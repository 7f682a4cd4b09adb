import type { Command } from '../acts/command'
import { go } from '../navigation/go'
import { listHref, showHref } from '../navigation/hrefs'

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
  const [, noun = '', id] = pathname.split('/')
  if (noun !== '' && pathname === listHref(noun)) return () => `tocsin ${noun} list`
  if (id !== undefined && pathname === showHref(noun, Number(id))) return () => `tocsin ${noun} get ${id}`
  return null
}
