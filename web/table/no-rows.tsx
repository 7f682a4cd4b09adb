import type { Ref } from 'react'
import { css } from 'styled-system/css'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Command } from '../commands/command'
import { CommandButton } from '../commands/command-button'
import type { Unmatched } from '../form/choice-box'
import { iconOf } from '../navigation/places'
import { Button } from '../ui/button'
import { State } from '../ui/state'
import { useT } from '../words'
import { ListFailed, ListLoading } from './list-state'
import type { RowSource } from './row-source'

type Props = {
  ref: Ref<HTMLDivElement>
  resource: Resource
  source: RowSource
  q: string
  /** The label of a filter that is not applied, and the text typed into it. */
  unmatched: (Unmatched & { filter: string }) | undefined
  /** True while a text or a filter narrows the list. */
  narrowed: boolean
  /** The name of the switch that would show hidden rows, if there is one. */
  hidden: 'showInactive' | 'showDeleted' | undefined
  onShowHidden: () => void
  onClear: () => void
  creation: Command | undefined
}

/** Replaces the rows of a list that is loading, failed, empty or without a match, and offers the next step. */
export function NoRows({
  ref,
  resource,
  source,
  q,
  unmatched,
  narrowed,
  hidden,
  onShowHidden,
  onClear,
  creation,
}: Props) {
  const t = useT()
  const own = `resources.${resource.name}`
  const unhide = hidden && (
    <Button keys={['I']} onClick={onShowHidden}>
      {t(`table.${hidden}`)}
    </Button>
  )
  const state = () => {
    if (unmatched)
      return (
        <State
          icon="search"
          title={t(`table.noMatch.unmatched.${unmatched.why}`, unmatched)}
          detail={t('table.noMatch.unmatchedDetail')}
        >
          <Button keys={['Esc']} onClick={onClear}>
            {t('table.noMatch.clear')}
          </Button>
        </State>
      )
    if (source.total === undefined)
      return source.failure ? (
        <ListFailed resource={resource.name} error={source.failure} onRetry={() => source.retry()} />
      ) : (
        <ListLoading names={t(`${own}.names`).toLowerCase()} />
      )
    const inactive = hidden ? t('table.noMatch.inactive') : ''
    if (narrowed)
      return (
        <State
          icon="search"
          title={q ? t('table.noMatch.title', { q }) : t('table.noMatch.filtered')}
          detail={`${t('table.noMatch.detail')} ${inactive}`}
        >
          <Button keys={['Esc']} onClick={onClear}>
            {t('table.noMatch.clear')}
          </Button>
          {unhide}
        </State>
      )
    return (
      <State
        icon={iconOf(resource.name)}
        title={t(`${own}.empty`)}
        detail={inactive || t(creation ? 'table.empty.hint' : 'table.empty.none')}
      >
        <CommandButton look="primary" command={creation} />
        {unhide}
      </State>
    )
  }
  return (
    <div ref={ref} className={place}>
      {state()}
    </div>
  )
}

const place = css({ display: 'flex', flexDirection: 'column', flex: '1', minHeight: '0', overflow: 'auto' })
