import { css } from 'styled-system/css'
import { PAGE_SIZE_MAX } from '@tocsin/core/base/constants'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { useAccount } from '../../data/account'
import { useSome } from '../../data/hooks'
import { resourceOf } from '../../data/resources'
import type { PreviewApp } from '../../preview/look-of'
import type { PreviewChannel } from '../../preview/page-of'
import { Phone } from '../../preview/phone'
import { Button } from '../../ui/button'
import { useT } from '../../words'
import { cx } from '../../ui/cx'
import './words'

type Props = {
  id: number
  app: PreviewApp
  /** What the preview shows, in words. */
  caption: string
  /** The channels to show instead of those that are saved. */
  channels?: readonly PreviewChannel[] | undefined
  className?: string
}

/** The preview of an app beside what is said of it, with the channels that it has now. */
export function AppPreview({ id, app, caption, channels: shown, className }: Props) {
  const t = useT()
  const account = useAccount()
  const channels = resourceOf('channels')
  const maySee = mayDo(account, channels, 'view')
  const { data, isError, isFetching, refetch } = useSome(
    channels,
    { appId: id, order: 'displayOrder ASC' },
    PAGE_SIZE_MAX,
    { enabled: maySee },
  )
  return (
    <aside className={cx(panel, className)}>
      <Phone app={app} channels={shown ?? (data?.rows as PreviewChannel[] | undefined)} />
      {isError && data === undefined ? (
        <div className={trouble}>
          <p>{t('notices.couldNotLoadData')}</p>
          <Button size="small" icon="refreshCw" busy={isFetching} onClick={() => void refetch()}>
            {t('web.again')}
          </Button>
        </div>
      ) : (
        <p className={note}>{caption}</p>
      )}
    </aside>
  )
}

const panel = css({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: '3',
  minWidth: '0',
  padding: '4',
  border: '1px solid token(colors.border.subtle)',
  borderRadius: 'md',
  background: 'bg.canvas',
})
const note = css({ textStyle: 'small', color: 'fg.muted' })
const trouble = css({ display: 'grid', justifyItems: 'center', gap: '2', color: 'danger.fg' })
