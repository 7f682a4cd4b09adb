import type { ReactNode } from 'react'
import { ApiError } from '@tocsin/core/errors'
import type { Resource } from '@tocsin/core/resource'
import { sentenceOf } from '../acts/sentence'
import type { Row } from '../acts/targets'
import { useRecord } from '../data/hooks'
import { useKeys } from '../keys/use-keys'
import { NoAccess, NotFound } from '../shell/dead-ends'
import { Page } from '../shell/page'
import { Waiting } from '../shell/waiting'
import { Button } from '../ui/button'
import { CopyButton } from '../ui/copy-button'
import { State } from '../ui/state'
import { useT } from '../words'

type Props = { resource: Resource; id: number; children: (row: Row) => ReactNode }

/** Reads a record, and shows what belongs to it; while it is not there, not ours or not loaded, says that instead. */
export function WithRecord({ resource, id, children }: Props) {
  const t = useT()
  const { data, error, refetch, isFetching } = useRecord(resource, id)
  const again = () => void refetch()
  useKeys('record', { refresh: again }, { enabled: !data && error !== null })
  if (data) return children(data as Row)
  if (!error) return <Waiting />
  if (error instanceof ApiError && error.status === 404) return <NotFound />
  if (error instanceof ApiError && error.status === 403)
    return <NoAccess needed={[String(error.details?.['permission'] ?? '')]} />
  return (
    <Page title={t(`resources.${resource.name}.name`)}>
      <State
        trouble
        icon="circleAlert"
        title={t('notices.couldNotLoadData')}
        detail={
          <>
            <p>{sentenceOf(error, t, resource.name)}</p>
            {error.requestId && (
              <p>
                {t('acts.request')} {error.requestId}
                <CopyButton text={error.requestId} what={t('acts.request')} t={t} />
              </p>
            )}
          </>
        }
      >
        <Button icon="refreshCw" keys={['R']} busy={isFetching} onClick={again}>
          {t('shell.notLoaded.again')}
        </Button>
      </State>
    </Page>
  )
}
