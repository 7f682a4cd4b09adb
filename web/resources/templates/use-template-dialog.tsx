import { PRODUCT, TEMPLATE_DELAY } from '@tocsin/core/base/constants'
import { apps } from '@tocsin/core/resources/apps/index'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { useMemo } from 'react'
import { useAccount } from '../../data/account'
import { clientIdAtom } from '../../data/selected-client'
import { RecordDialog } from '../../form/record-dialog'
import { ResourceForm } from '../../form/resource-form'
import { go } from '../../navigation/go'
import { here, showHref } from '../../navigation/hrefs'
import { store } from '../../store'
import './words'

/** The apps with the further input of a new one among their fields. */
const NEW_APP: Resource = { ...apps, fields: { ...apps.fields, ...apps.creation?.input } }

const FIELDS = ['name', 'clientId', 'projectId', 'description', 'nickname']

type Props = { templateId: number; href: string; onClose: () => void }

/** Creates an app from a template, and opens it (TPL-06, APP-19). */
export function UseTemplateDialog({ templateId, href, onClose }: Props) {
  const { userType } = useAccount()
  const where = useMemo(() => {
    const clientId = userType === PRODUCT ? store.get(clientIdAtom) : null
    return { appTemplateId: templateId, ...(clientId === null ? {} : { clientId }) }
  }, [templateId, userType])
  return (
    <RecordDialog resource={NEW_APP} id={null} href={href} onClose={onClose}>
      {(form) => (
        <ResourceForm
          {...form}
          of={NEW_APP}
          where={where}
          only={FIELDS}
          onSaved={(row) => {
            form.onSaved(row)
            const at = here()
            // A person who has moved on in the meantime stays there.
            setTimeout(() => here() === at && go(showHref('apps', row.id)), TEMPLATE_DELAY)
          }}
        />
      )}
    </RecordDialog>
  )
}
