import { useCallback, useMemo } from 'react'
import { copyOf, pasted, type CopiedChannel } from '@tocsin/core/apps/paste'
import { quoteWord } from '@tocsin/core/command-line/line'
import type { App } from '@tocsin/core/resources/apps/types'
import { channels as declared } from '@tocsin/core/resources/channels/index'
import type { Channel } from '@tocsin/core/resources/channels/types'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import type { Command } from '../../commands/command'
import { useAccount } from '../../data/account'
import { client } from '../../data/api'
import { useLockedReason } from '../../data/locked-clients'
import { markStale } from '../../data/query'
import { resourceOf } from '../../data/resources'
import type { Row } from '../../data/row'
import { beyondDefaults } from '../../form/change-line'
import { tellCreated } from '../../form/saved'
import { tellMade } from '../../navigation/made'
import { newId } from '../../new-id'
import { toast, toastFailure } from '../../notices/toast'
import { keepCopy, useCopy } from './copied-channel'

/** Returns the command that copies a channel (CHAN-07). */
export function useCopyCommand(): (row: Row) => readonly Command[] {
  const { id: account } = useAccount()
  return useCallback(
    (row: Row) => {
      const { id, name } = row as unknown as Channel
      return [
        {
          id: 'channels.copy',
          title: (t) => t('apps.copy', { name }),
          group: 'record',
          icon: 'copy',
          key: 'copy',
          asks: [],
          line: () => `tocsin channels copy ${id}`,
          undo: 'nothing',
          run: async () => {
            try {
              // The row of a list has no form.
              keepCopy(account, copyOf(await client.get(declared, id), new Date().toISOString()))
              toast({
                tone: 'done',
                text: (t) => t('notices.notifyChannel', { name }),
                line: `tocsin channels copy ${id}`,
                subject: 'channels.copy',
              })
            } catch (error) {
              toastFailure(error, (t) => t('acts.failed', { what: t('apps.copy', { name }) }))
            }
          },
        },
      ]
    },
    [account],
  )
}

/**
 * Returns the command that makes a channel of an app from the copied one (CHAN-21); null without the permission. Where
 * nothing was copied it is not listed, and its key says so (CHAN-03, CHAN-06).
 */
export function usePasteCommand(app: Row): Command | null {
  const viewer = useAccount()
  const channels = resourceOf('channels')
  const copied = useCopy(viewer.id)
  const locked = useLockedReason(app['clientId'])
  const mayPaste = mayDo(viewer, channels, 'create')
  return useMemo(() => {
    if (!mayPaste) return null
    const paste = async (from: CopiedChannel, name: string) => {
      try {
        const draft = await pasted(client, from, app as unknown as App, name)
        const row = (await client.create(channels, draft, { key: newId() })) as Row
        await markStale('channels')
        tellCreated(channels, row, draft, beyondDefaults(channels, draft))
        tellMade({ resource: 'channels', id: row.id, isNew: true })
      } catch (error) {
        toastFailure(error, (t) => t('apps.notPasted', { name }), { resource: channels })
      }
    }
    return {
      id: 'channels.paste',
      title: (t) => t('apps.paste', { name: String(copied?.channel['name'] ?? '') }),
      label: (t) => t('apps.pasteLabel'),
      group: 'list',
      icon: 'clipboardList',
      key: 'paste',
      ...(copied ? { blocked: locked } : { hidden: true as const, blocked: { key: 'resources.channels.invalidCopy' } }),
      asks: [
        {
          flag: { name: 'name', path: 'name', type: 'text', required: true },
          label: (t) => t('resources.channels.fields.name'),
          field: channels.fields['name']!,
          preset: copied?.channel['name'],
        },
      ],
      line: ({ name }) => `tocsin channels paste ${app.id} --name=${quoteWord(String(name ?? ''))} --data=channel.json`,
      undo: 'channels.delete',
      run: ({ name }) => (copied ? paste(copied, String(name)) : undefined),
    }
  }, [mayPaste, copied, locked, app, channels])
}
