import { css } from 'styled-system/css'
import { CHANNELS_PAGE_SIZE } from '@tocsin/core/base/constants'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { useAccount } from '../../data/account'
import { resourceOf } from '../../data/resources'
import type { Row } from '../../data/row'
import { createHref, editAndBackHref, here, showHref } from '../../navigation/hrefs'
import type { PreviewApp } from '../../preview/look-of'
import { CreateButton } from '../../table/create-button'
import { ResourceTable } from '../../table/resource-table'
import { useT } from '../../words'
import { AppPreview } from './app-preview'
import './words'

const COLUMNS = ['displayOrder', 'name', 'label', 'channelType', 'primary']

/** The channels of an app in its order, and beside them the preview where there is room. */
export function AppChannels({ row }: { row: Row }) {
  const t = useT()
  const account = useAccount()
  const channels = resourceOf('channels')
  const where = { appId: row.id }
  const create = createHref('channels', { clientId: Number(row['clientId']), ...where }, here())
  return (
    <div className={pair}>
      <ResourceTable
        of={channels}
        where={where}
        owner="apps channels"
        columns={COLUMNS}
        pageSizes={[CHANNELS_PAGE_SIZE]}
        openHref={(channel) => showHref('channels', channel.id)}
        {...(mayDo(account, channels, 'update')
          ? { editHref: (channel: { id: number }) => editAndBackHref('channels', channel.id) }
          : {})}
        createHref={create}
        toolbar={<CreateButton of={channels} href={create} where={where} aside />}
      />
      <AppPreview id={row.id} app={row as unknown as PreviewApp} caption={t('apps.asSaved')} className={side} />
    </div>
  )
}

const pair = css({ display: 'flex', flex: '1', minHeight: '0', minWidth: '0' })
const side = css({
  flexShrink: '0',
  width: '[360px]',
  // From the tabs above down to the foot.
  marginTop: '[-12px]',
  overflow: 'auto',
  border: 'none',
  borderRadius: '[0]',
  borderInlineStart: '1px solid token(colors.border.subtle)',
  // The columns of the list come first.
  '@media (max-width: 1279px)': { display: 'none' },
})
