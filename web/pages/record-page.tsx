import { useCallback, useEffect, useMemo, type ReactNode } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { css } from 'styled-system/css'
import { kebab } from '@tocsin/core/base/naming'
import { useAtomValue } from 'jotai/react'
import type { Command } from '../commands/command'
import { CommandButton } from '../commands/command-button'
import { copyCommands } from '../commands/copies'
import { define, defineActions, type At } from '../commands/define'
import { keysOf, useCommandKeys, useScreenCommands } from '../commands/use-commands'
import { locksAtom } from '../data/locked-clients'
import { isDeleted, restoringOf } from '@tocsin/core/vocabulary/deletion'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Row } from '../data/row'
import { useTakenBack } from '../data/taken-back'
import { useAccount } from '../data/account'
import { markStale } from '../data/query'
import { useKeys } from '../keys/use-keys'
import { neighbours, visited } from '../navigation/neighbours'
import { listHref, showHref } from '../navigation/hrefs'
import { rememberVisit } from '../data/visits'
import { openPalette } from '../commands/open-palette'
import { usePreferences } from '../preferences'
import { titleOf } from '../record/record-name'
import { Page, type Crumb } from './page'
import { Button } from '../ui/button'
import { Chip } from '../ui/chip'
import { TabPanel, Tabs } from '../ui/tabs'
import { useT } from '../words'

export type RecordTab = {
  name: string
  label: string
  count?: string | undefined
  scrollsItself?: boolean
  /** True where the tab is the form of the record, so that the page needs no button to edit it. */
  isForm?: boolean
  content: () => ReactNode
}

type Props = {
  resource: Resource
  row: Row
  crumbs: readonly Crumb[]
  tabs: readonly RecordTab[]
  /** The names of tabs that an address may have although they are not shown, or not yet; others leave the address. */
  knownTabs?: readonly string[]
  /** Actions beside edit and the rest. */
  actions?: ReactNode | ((commandOf: (verb: string) => Command | undefined) => ReactNode)
  /** Returns what a command of the record is on this page, where that is more than running it. */
  adapt?: (command: Command) => Command
  badge?: ReactNode
  /** The description under the name. */
  about?: string | undefined
  /** The label of the edit button. */
  editLabel?: string
  /** True while the record is being edited on this page. */
  editing?: boolean
  /** The address for Esc and after a deletion: the list it came from. */
  up?: string
  children?: ReactNode
}

/** A record's page: its tabs by `?tab=` and by number, its keys, its neighbours in its list, its commands. */
export function RecordPage({
  resource,
  row,
  crumbs,
  tabs,
  knownTabs = NONE,
  actions,
  adapt = itself,
  badge,
  about,
  up = listHref(resource.name),
  editLabel,
  editing = false,
  children,
}: Props) {
  const t = useT()
  const account = useAccount()
  const { locale } = usePreferences()
  const [, navigate] = useLocation()
  const [query, setQuery] = useSearchParams()
  const wanted = query.get('tab')
  const current = tabs.find(({ name }) => name === wanted) ?? tabs[0]!
  const isUnknown = wanted !== null && wanted !== current.name && !knownTabs.includes(wanted)
  useEffect(() => {
    if (!isUnknown) return
    const address = new URL(location.href)
    address.searchParams.delete('tab')
    // The page stays the same one, so that nothing unsaved is left.
    history.replaceState(history.state, '', address)
  }, [isUnknown])
  const choose = (name: string) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before)
        next.set('tab', name)
        return next
      },
      { replace: true },
    )
  const name = titleOf(resource, row, t, locale)
  useEffect(
    () => rememberVisit(account.id, { noun: resource.name, id: row.id, title: name }),
    [account.id, resource.name, row.id, name],
  )
  useTakenBack(
    resource.name,
    row.id,
    useCallback(() => navigate(up, { replace: true }), [navigate, up]),
  )
  const at: At = useMemo(
    () => ({ group: 'record', targets: { kind: 'rows', rows: [row] }, afterDelete: () => navigate(up) }),
    [row, navigate, up],
  )
  const locks = useAtomValue(locksAtom)
  const commands = useMemo(
    () =>
      [
        ...defineActions(resource, at, account),
        ...[define(resource, 'update', at, account) ?? []].flat(),
        ...copyCommands(resource, at.targets, at),
      ].map(adapt),
    // oxlint-disable-next-line react/exhaustive-deps -- a lock that has become known blocks commands
    [resource, at, account, locks, adapt],
  )
  const added = useMemo(
    () => ({ chips: [{ id: `${resource.name}.${row.id}`, label: name }], commands }),
    [resource, row.id, name, commands],
  )
  useScreenCommands(`record ${resource.name}`, added)

  const { next, previous, at: position, total } = neighbours(resource.name, row.id)
  const go = (id: number | undefined) => {
    if (id === undefined) return false
    visited(resource.name, id)
    navigate(`${showHref(resource.name, id)}${wanted ? `?tab=${wanted}` : ''}`, { replace: true })
    return true
  }
  const commandOf = (verb: string) => commands.find(({ id }) => id === `${resource.name}.${kebab(verb)}`)
  const restoring = restoringOf(resource)
  const mayEdit = !editing && !tabs.some(({ isForm }) => isForm) && commandOf('update') !== undefined
  const deleted = isDeleted(resource, row)
  useCommandKeys({
    scope: 'record',
    // While the record is being edited, a letter is meant for a field, and must not act on the record.
    keys: editing ? COPYING : keysOf(commands),
    now: () => commands,
    isMeant: (key) => !isChanging(key) || isOnPage(),
  })
  // The keys of a table in a tab come before these.
  useKeys('record', {
    ...(editing ? {} : { nextRecord: () => go(next), previousRecord: () => go(previous) }),
    tab: (_, stroke) => {
      const tab = tabs[Number(stroke) - 1]
      if (!tab) return false
      choose(tab.name)
      return true
    },
    actions: () => openPalette({ scope: 'at-hand' }),
    refresh: () => void markStale(resource.name),
    // If the record was opened from a list, Back returns to that list as it was left.
    escape: () => (position === undefined ? navigate(up) : history.back()),
  })

  return (
    <Page
      title={editing ? t('form.editTitle', { name }) : name}
      about={about}
      crumbs={crumbs}
      scrollsItself={current.scrollsItself ?? false}
      badge={
        badge ??
        (deleted ? (
          <Chip tone="trouble">{t('deletion.deleted')}</Chip>
        ) : (
          typeof row.active === 'boolean' && (
            <Chip tone={row.active ? 'good' : 'plain'} dot={row.active}>
              {t(row.active ? 'screens.active' : 'screens.inactive')}
            </Chip>
          )
        ))
      }
      actions={
        <>
          {position !== undefined && total !== undefined && (
            <span className={place}>
              {t('screens.position', { at: formatNumber(locale, position), total: formatNumber(locale, total) })}
            </span>
          )}
          {(next !== undefined || previous !== undefined) && (
            <>
              <Button
                icon="chevronUp"
                iconOnly
                keys={['K']}
                blocked={previous === undefined ? t(position === 1 ? 'screens.isFirst' : 'screens.beyondLoaded') : null}
                onClick={() => go(previous)}
              >
                {t('screens.previous')}
              </Button>
              <Button
                icon="chevronDown"
                iconOnly
                keys={['J']}
                blocked={next === undefined ? t(position === total ? 'screens.isLast' : 'screens.beyondLoaded') : null}
                onClick={() => go(next)}
              >
                {t('screens.next')}
              </Button>
            </>
          )}
          <Button icon="ellipsis" iconOnly keys={['.']} onClick={() => openPalette({ scope: 'at-hand' })}>
            {t('screens.more')}
          </Button>
          {typeof actions === 'function' ? actions(commandOf) : actions}
          {restoring !== undefined && <CommandButton command={commandOf(restoring)} look="primary" />}
          {mayEdit && (
            <CommandButton command={commandOf('update')} look="primary">
              {editLabel ?? t('screens.edit')}
            </CommandButton>
          )}
        </>
      }
      tabs={tabs.length > 1 && <Tabs label={t('screens.tabs')} tabs={tabs} current={current.name} onChoose={choose} />}
    >
      {children}
      {tabs.length > 1 ? (
        <TabPanel key={current.name} name={current.name} scrollsItself={current.scrollsItself ?? false}>
          {current.content()}
        </TabPanel>
      ) : (
        current.content()
      )}
    </Page>
  )
}

const NONE: readonly string[] = []
const itself = (command: Command) => command

const COPYING = ['copyIds', 'copyLine', 'copyLink'] as const

const isChanging = (key: string) => ['toggleActive', 'approve', 'delete', 'restore'].includes(key)

/**
 * Returns whether the focus is on the page, and neither in the bars around it nor in a form, where a key is meant for a
 * field. Only then does a key change the record.
 */
function isOnPage(): boolean {
  const focused = document.activeElement
  if (focused === document.body) return true
  return document.getElementById('content')?.contains(focused) === true && focused?.closest('form') === null
}

const place = css({ color: 'fg.muted', whiteSpace: 'nowrap' })
