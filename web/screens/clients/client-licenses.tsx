import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import type { Client } from '@tocsin/core/resources/clients/types'
import { withoutCommentRules } from '@tocsin/core/resources/license-comments/comment'
import { resourceOf } from '../../data/nouns'
import { RecordDialog } from '../../form/record-dialog'
import { ResourceForm } from '../../form/resource-form'
import { useT } from '../../words'
import { ClientList } from './client-list'
import { dialogHref } from './dialog-href'

const DIALOG = 'license'
const COLUMNS = ['title', 'responsible', 'phase', 'updatedAt', 'active']
/** All that a dialog asks; the rest is for the screen of its own (LIC-04, A-114). */
const ASKED = ['title', 'responsible']

/** What staff note of a client's licence: begun in a dialog that closes after a failure as well (LIC-12). */
export function ClientLicenses({ client }: { client: Client }) {
  const t = useT()
  const [, navigate] = useLocation()
  const [query] = useSearchParams()
  const [brief] = useState(() => withoutCommentRules(resourceOf('license-comments')))
  return (
    <>
      <ClientList
        client={client}
        noun="license-comments"
        columns={COLUMNS}
        filters={['phase']}
        create={dialogHref(DIALOG, 'new')}
      />
      {query.get(DIALOG) === 'new' && (
        <RecordDialog
          resource={brief}
          id={null}
          href={dialogHref(DIALOG, 'new')}
          onClose={() => navigate(dialogHref(DIALOG, null), { replace: true })}
        >
          {(form) => (
            <ResourceForm
              {...form}
              of={brief}
              where={{ ClientId: client.id }}
              only={ASKED}
              locked={client.locked ? t('shell.locked', { name: client.name }) : null}
            />
          )}
        </RecordDialog>
      )}
    </>
  )
}
