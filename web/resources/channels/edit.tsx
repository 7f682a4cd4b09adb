import { Redirect } from 'wouter'
import { useAccount } from '../../data/account'
import { WithRecord } from '../../pages/with-record'
import type { RecordProps } from '../../pages/screen'
import GenericEdit from '../../pages/generic/edit'
import { editorHref } from '../apps/parts'

/** Leads to the editor among the channels of the app; to a plain form for who may not see apps. */
export default function ChannelEdit(props: RecordProps) {
  const account = useAccount()
  return (
    <WithRecord {...props}>
      {(row) => {
        const href = editorHref(account, row)
        return href === null ? <GenericEdit {...props} /> : <Redirect to={href} replace />
      }}
    </WithRecord>
  )
}
