import { useLocation } from 'wouter'
import { hasField, neededOptions } from '@tocsin/core/resources/channels/sections'
import { useAccount } from '../../data/account'
import { ResourceForm } from '../../form/resource-form'
import { NewRecord } from '../../pages/new-record'
import type { ListProps } from '../../pages/screen'
import { editorHref } from '../apps/parts'

/** The fields of a new channel; its kind may need some of its options as well (CHAN-02, CHAN-20). */
const ASKED = ['name', 'channelType', 'primary']
/** The fields that the page around the list of an app gives. */
const GIVEN = ['appId', 'clientId']

/** A new channel: its name, its kind, and what the kind needs. It is then opened in the editor. */
export default function ChannelCreate({ resource }: ListProps) {
  const account = useAccount()
  const [, navigate] = useLocation()
  return (
    <NewRecord resource={resource}>
      {(form) => (
        <ResourceForm
          {...form}
          only={[...GIVEN.filter((name) => form.where[name] === undefined), ...ASKED, ...neededOptions()]}
          hides={(path, { channelType }) => !hasField(channelType, path)}
          onSaved={(row) => {
            const href = editorHref(account, row)
            if (href === null) form.onSaved(row)
            else navigate(href, { replace: true })
          }}
        />
      )}
    </NewRecord>
  )
}
