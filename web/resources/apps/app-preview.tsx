import { css } from 'styled-system/css'
import type { PreviewApp } from '../../preview/look-of'
import type { PreviewChannel } from '../../preview/page-of'
import { Phone } from '../../preview/phone'
import { Button } from '../../ui/button'
import { useT } from '../../words'
import { cx } from '../../ui/cx'
import { useChannels } from './use-channels'
import './words'

type Props = {
  id: number
  app: PreviewApp
  /** What the preview shows, in words. */
  caption: string
  /** The channels to show instead of those that are saved. */
  channels?: readonly PreviewChannel[] | undefined
  /** The id of the channel that is being edited. */
  marked?: number | undefined
  className?: string
}

/** The preview of an app beside what is said of it, with the channels that it has now. */
export function AppPreview({ id, app, caption, channels: shown, marked, className }: Props) {
  const t = useT()
  const { data, isError, isFetching, refetch } = useChannels(id)
  return (
    <aside className={cx(panel, className)}>
      {/* Another channel has its own page of the phone. */}
      <Phone key={marked} app={app} channels={shown ?? (data?.rows as PreviewChannel[] | undefined)} marked={marked} />
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
