import { useQuery } from '@tanstack/react-query'
import { css } from 'styled-system/css'
import type { ApiError } from '@tocsin/core/base/errors'
import type { Alert, AlertAttachment } from '@tocsin/core/resources/alerts/types'
import { useAccount } from '../../data/account'
import { http } from '../../data/api'
import { oneKey } from '../../data/hooks'
import { SIGNED_FOR, SignedFile } from '../../record/signed-file'
import { Button } from '../../ui/button'
import { useT } from '../../words'
import { block, blockHead, quiet } from './look'
import './words'

/** The pictures, recordings, videos and other files of an alert, under their signed addresses (ALERT-06, ALERT-14). */
export function Gallery({ alert }: { alert: Alert }) {
  const t = useT()
  const account = useAccount()
  const has = alert.attachments.length > 0
  const { data, isError, refetch } = useQuery<AlertAttachment[], ApiError>({
    queryKey: [...oneKey(account.id, 'alerts', alert.id), 'attachments'],
    queryFn: async ({ signal }) =>
      (await http<AlertAttachment[]>({ method: 'GET', path: `alerts/${alert.id}/attachments`, signal })).data,
    enabled: has,
    refetchInterval: SIGNED_FOR,
  })
  return (
    <section className={block} aria-label={t('alerts.attachments')}>
      <h3 className={blockHead}>
        {t('alerts.attachments')} {has && <span className={quiet}>{alert.attachments.length}</span>}
      </h3>
      {!has && <p className={quiet}>{t('alerts.noAttachments')}</p>}
      {isError && (
        <p role="alert">
          {t('alerts.attachmentsFailed')}{' '}
          <Button size="small" onClick={() => void refetch()}>
            {t('web.again')}
          </Button>
        </p>
      )}
      {data && (
        <ul className={grid}>
          {data.map(({ uuid, kind, name, meta }, at) => (
            <li key={uuid} data-kind={kind}>
              <SignedFile
                type={kind}
                url={meta.urls.original}
                label={t('alerts.attachmentOf', {
                  kind: t(`resources.alerts.choices.attachments.kind.${kind}`),
                  number: at + 1,
                  question: name,
                })}
                onExpired={() => void refetch()}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const grid = css({
  display: 'grid',
  gridTemplateColumns: '[repeat(auto-fill, minmax(104px, 1fr))]',
  gap: '2',
  listStyle: 'none',
  '& [data-kind=image] img': { width: 'full', height: '[72px]', objectFit: 'cover' },
  '& li:not([data-kind=image])': { gridColumn: '[1 / -1]' },
  '& audio, & video': { width: 'full' },
})
