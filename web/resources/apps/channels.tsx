import { useMemo } from 'react'
import { css } from 'styled-system/css'
import { CHANNELS_PAGE_SIZE } from '@tocsin/core/base/constants'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { CommandButton } from '../../commands/command-button'
import { useCommandKeys } from '../../commands/use-commands'
import { useAccount } from '../../data/account'
import { resourceOf } from '../../data/resources'
import type { Row } from '../../data/row'
import { createHref, editAndBackHref, here, showHref } from '../../navigation/hrefs'
import type { PreviewApp } from '../../preview/look-of'
import { CreateButton } from '../../table/create-button'
import { ResourceTable } from '../../table/resource-table'
import { useT } from '../../words'
import { AppPreview } from './app-preview'
import { useCopyCommand, usePasteCommand } from './copy-channel-commands'
import { useOrder } from './use-order'
import './words'

const COLUMNS = ['name', 'label', 'channelType', 'primary']

/** The channels of an app in its order, and beside them the preview where there is room. */
export function AppChannels({ row }: { row: Row }) {
  const t = useT()
  const account = useAccount()
  const channels = resourceOf('channels')
  const where = { appId: row.id }
  const mayMove = mayDo(account, channels, 'update')
  const { arranging, shown } = useOrder(row)
  const rowCommands = useCopyCommand()
  const paste = usePasteCommand(row)
  const commands = useMemo(() => (paste ? [paste] : []), [paste])
  useCommandKeys({ scope: 'list', keys: ['paste'], now: () => commands })
  const create = createHref('channels', { clientId: Number(row['clientId']), ...where }, here())
  return (
    <div className={pair}>
      <ResourceTable
        of={channels}
        where={where}
        owner="apps channels"
        // Where rows can be moved, each shows its place beside its handle.
        columns={mayMove ? COLUMNS : ['displayOrder', ...COLUMNS]}
        arranging={mayMove ? arranging : undefined}
        rowCommands={rowCommands}
        commands={commands}
        pageSizes={[CHANNELS_PAGE_SIZE]}
        openHref={(channel) => showHref('channels', channel.id)}
        {...(mayMove ? { editHref: (channel: { id: number }) => editAndBackHref('channels', channel.id) } : {})}
        createHref={create}
        toolbar={
          <>
            <CommandButton command={paste} />
            <CreateButton of={channels} href={create} where={where} aside />
          </>
        }
      />
      <AppPreview
        id={row.id}
        app={row as unknown as PreviewApp}
        channels={shown}
        caption={t(shown ? 'apps.asMoved' : 'apps.asSaved')}
        className={side}
      />
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
