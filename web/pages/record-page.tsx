import { useCallback, useEffect, useMemo, type ReactNode } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { css } from 'styled-system/css'
import { isDeleted, restoringOf } from '@tocsin/core/vocabulary/deletion'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { iconOfAction } from '../commands/action-icons'
import { commandsAtHand } from '../commands/at-hand'
import { copyText } from '../notices/copy-text'
import { useLentCommands } from '../commands/lent'
import { blockedFor } from '../commands/why'
import { lineOf } from '../commands/titles'
import { runAction } from '../commands/run-action'
import { isOffered } from '../commands/offered'
import { nextOf, switchOf } from '../commands/switch-of'
import type { Row } from '../data/row'
import { useTakenBack } from '../data/taken-back'
import { tellReason } from '../notices/toast'
import { useAccount } from '../data/account'
import { markStale } from '../data/query'
import { useKeys } from '../keys/use-keys'
import { neighbours } from '../navigation/neighbours'
import { editHref, here, listHref, showHref } from '../navigation/hrefs'
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
  fills?: boolean
  content: () => ReactNode
}

type Props = {
  resource: Resource
  row: Row
  crumbs: readonly Crumb[]
  tabs: readonly RecordTab[]
  /** Actions beside edit and the rest. */
  actions?: ReactNode
  badge?: ReactNode
  /** The label of the edit button. */
  editLabel?: string
  /** True while the record is changed on this page. */
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
  actions,
  badge,
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
  const targets = useMemo(() => ({ kind: 'rows' as const, rows: [row] }), [row])
  const mayEdit = !editing && resource.can.update !== undefined && mayDo(account, resource, 'update')
  const lent = useMemo(
    () => ({
      chips: [{ id: `${resource.name}.${row.id}`, label: name }],
      commands: commandsAtHand(resource, row, account, { group: 'record', afterDelete: () => navigate(up) }),
    }),
    [resource, row, name, account, navigate, up],
  )
  useLentCommands(`record ${resource.name}`, lent)

  const { next, previous, at, total } = neighbours(resource.name, row.id)
  const go = (id: number | undefined) => {
    if (id === undefined) return false
    navigate(`${showHref(resource.name, id)}${wanted ? `?tab=${wanted}` : ''}`, { replace: true })
    return true
  }
  const locked = blockedFor(resource, 'update', row)
  const edit = () => {
    if (locked) tellReason(locked)
    else navigate(`${editHref(resource.name, row.id)}?redirect=${encodeURIComponent(here())}`)
  }
  const pair = switchOf(resource)
  const switching = pair && nextOf(resource, pair, row, account)
  const toggle = switching !== null && mayDo(account, resource, { action: switching }) ? switching : null
  const deleted = isDeleted(resource, row)
  const restoring = restoringOf(resource)
  const restoreBlocked = restoring === undefined ? null : blockedFor(resource, restoring, row)
  const restore =
    deleted && restoring !== undefined && mayDo(account, resource, { action: restoring })
      ? () => void runAction(resource, restoring, targets)
      : undefined
  // The keys of a table in a tab come before these.
  useKeys('record', {
    // While the record is changed, a letter is meant for a field, and must do nothing to the record.
    ...(editing ? {} : { nextRecord: () => go(next), previousRecord: () => go(previous) }),
    tab: (_, stroke) => {
      const tab = tabs[Number(stroke) - 1]
      if (!tab) return false
      choose(tab.name)
      return true
    },
    ...(mayEdit ? { edit } : {}),
    ...(toggle !== null && !editing
      ? // Only a switch of the lists flips unasked.
        { toggleActive: () => void runAction(resource, toggle, targets, { unasked: resource.switch !== undefined }) }
      : {}),
    ...(!editing && resource.can.delete !== undefined && mayDo(account, resource, 'delete')
      ? { delete: () => void runAction(resource, 'delete', targets).then((done) => done && navigate(up)) }
      : {}),
    ...(restore ? { restore } : {}),
    actions: () => openPalette({ scope: 'at-hand' }),
    refresh: () => void markStale(resource.name),
    copyIds: () => void copyText(String(row.id)),
    copyLine: () => void copyText(lineOf(resource, 'get', targets)),
    copyLink: () => void copyText(location.origin + showHref(resource.name, row.id)),
    // The way back leads to the list as it was left, if that is the place before.
    escape: () => (at === undefined ? navigate(up) : history.back()),
  })

  return (
    <Page
      title={editing ? t('screens.editTitle', { name }) : name}
      crumbs={crumbs}
      fills={current.fills ?? false}
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
          {at !== undefined && total !== undefined && (
            <span className={position}>
              {t('screens.position', { at: formatNumber(locale, at), total: formatNumber(locale, total) })}
            </span>
          )}
          {(next !== undefined || previous !== undefined) && (
            <>
              <Button
                icon="chevronUp"
                iconOnly
                blocked={previous === undefined ? t('screens.previous') : null}
                onClick={() => go(previous)}
              >
                {t('screens.previous')}
              </Button>
              <Button
                icon="chevronDown"
                iconOnly
                blocked={next === undefined ? t('screens.next') : null}
                onClick={() => go(next)}
              >
                {t('screens.next')}
              </Button>
            </>
          )}
          <Button icon="ellipsis" iconOnly onClick={() => openPalette({ scope: 'at-hand' })}>
            {t('screens.more')}
          </Button>
          {actions}
          {restoring !== undefined && restore && (
            <Button
              look="primary"
              icon={iconOfAction(restoring)}
              keys={['U']}
              blocked={restoreBlocked && t(restoreBlocked.key, restoreBlocked.values)}
              onClick={restore}
            >
              {t(`resources.${resource.name}.actions.${restoring}`)}
            </Button>
          )}
          {mayEdit && isOffered(resource, 'update', [row]) && (
            <Button
              look="primary"
              icon="pencil"
              keys={['E']}
              blocked={locked && t(locked.key, locked.values)}
              onClick={edit}
            >
              {editLabel ?? t('screens.edit')}
            </Button>
          )}
        </>
      }
      tabs={tabs.length > 1 && <Tabs label={t('screens.tabs')} tabs={tabs} current={current.name} onChoose={choose} />}
    >
      {children}
      {tabs.length > 1 ? (
        <TabPanel key={current.name} name={current.name} fills={current.fills ?? false}>
          {current.content()}
        </TabPanel>
      ) : (
        current.content()
      )}
    </Page>
  )
}

const position = css({ color: 'fg.muted', whiteSpace: 'nowrap' })
