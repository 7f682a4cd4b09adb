import { useLocation } from 'wouter'
import { useAccount } from '../../data/account'
import { NewRecord } from '../../pages/new-record'
import type { ListProps } from '../../pages/screen'
import { editorHref } from '../apps/parts'
import { NewChannel } from './new-channel'

/** The page of a new channel, which is then opened in the editor. */
export default function ChannelCreate({ resource }: ListProps) {
  const account = useAccount()
  const [, navigate] = useLocation()
  return (
    <NewRecord resource={resource}>
      {(form) => (
        <NewChannel
          {...form}
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
