import { useState } from 'react'
import type { Client } from '@tocsin/core/resources/clients/types'
import { withoutCommentRules } from '@tocsin/core/resources/license-comments/comment'
import { lockedText } from '../../data/locked-clients'
import { resourceOf } from '../../data/resources'
import { RecordDialog } from '../../form/record-dialog'
import { ResourceForm } from '../../form/resource-form'
import { useT } from '../../words'
import { ClientList } from './client-list'
import { useDialog } from '../../pages/use-dialog'

const DIALOG = 'license'
const COLUMNS = ['title', 'responsible', 'phase', 'updatedAt', 'active']
/** The fields of the dialog; the others are for the full screen (LIC-04, A-114). */
const ASKED = ['title', 'responsible']

/** The licence comments on a client, created in a dialog that closes after a failure as well (LIC-12). */
export function ClientLicenses({ client }: { client: Client }) {
  const t = useT()
  const { asked, create, props } = useDialog(DIALOG)
  const [brief] = useState(() => withoutCommentRules(resourceOf('license-comments')))
  return (
    <>
      <ClientList client={client} resource="license-comments" columns={COLUMNS} filters={['phase']} create={create} />
      {asked === 'new' && (
        <RecordDialog resource={brief} {...props}>
          {(form) => (
            <ResourceForm
              {...form}
              of={brief}
              where={{ ClientId: client.id }}
              only={ASKED}
              locked={lockedText(client, t)}
            />
          )}
        </RecordDialog>
      )}
    </>
  )
}
