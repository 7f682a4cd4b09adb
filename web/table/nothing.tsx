import { css } from 'styled-system/css'
import type { ApiError } from '@tocsin/core/base/errors'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Command } from '../commands/command'
import { CommandButton } from '../commands/command-button'
import type { Unmatched } from '../form/choice-box'
import { iconOf } from '../navigation/places'
import { sentenceOf } from '../notices/sentence'
import { Button } from '../ui/button'
import { State } from '../ui/state'
import { useT } from '../words'
import { EmptyPicture } from './empty-picture'
import type { RowSource } from './row-source'
import { useWhenEmpty } from './when-empty'

export type NothingProps = {
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

/** Says why a list shows no rows (it failed, is empty or has no match) and offers the next step. */
export default function Nothing({
  resource,
  source,
  q,
  unmatched,
  narrowed,
  hidden,
  onShowHidden,
  onClear,
  creation,
}: NothingProps) {
  const t = useT()
  const whenEmpty = useWhenEmpty()
  const own = `resources.${resource.name}`
  const unhide = hidden && (
    <Button keys={['I']} onClick={onShowHidden}>
      {t(`table.${hidden}`)}
    </Button>
  )
  if (unmatched)
    return (
      <State
        icon="search"
        picture={<EmptyPicture icon="search" />}
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
    ) : null
  const inactive = hidden ? t('table.noMatch.inactive') : ''
  if (narrowed)
    return (
      <State
        icon="search"
        picture={<EmptyPicture icon="search" />}
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
      picture={<EmptyPicture icon={iconOf(resource.name)} />}
      title={t(`${own}.empty`)}
      detail={inactive || (whenEmpty ?? t(creation ? 'table.empty.hint' : 'table.empty.none'))}
    >
      <CommandButton look="primary" command={creation} />
      {unhide}
    </State>
  )
}

type Retry = { resource: string; error: ApiError; onRetry: () => void }

/** Replaces rows that did not load by the error and a button to try again. */
function ListFailed({ resource, error, onRetry }: Retry) {
  const t = useT()
  return (
    <State
      icon="circleAlert"
      trouble
      title={t('table.failed.title')}
      detail={
        <>
          {sentenceOf(error, t, resource)}
          {error.requestId && (
            <div className={request}>
              {t('table.failed.request')} <code>{error.requestId}</code>
            </div>
          )}
        </>
      }
    >
      <Button keys={['R']} onClick={onRetry}>
        {t('table.failed.retry')}
      </Button>
    </State>
  )
}

const request = css({ '& code': { fontFamily: 'mono', userSelect: 'all' } })
