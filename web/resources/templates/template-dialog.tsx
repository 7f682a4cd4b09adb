import type { App } from '@tocsin/core/resources/apps/types'
import { useMemo } from 'react'
import { resourceOf } from '../../data/resources'
import { RecordDialog } from '../../form/record-dialog'
import { ResourceForm } from '../../form/resource-form'
import './words'

type Props = {
  app: App
  /** The version to save; null saves what the app has now. */
  versionId: number | null
  href: string
  onClose: () => void
}

/** Saves an app, or one of its versions, as a template (APP-14, VER-08). */
export function TemplateDialog({ app, versionId, href, onClose }: Props) {
  const templates = resourceOf('templates')
  const where = useMemo(
    () => ({ appId: app.id, clientId: app.clientId, ...(versionId === null ? {} : { appSchemaId: versionId }) }),
    [app.id, app.clientId, versionId],
  )
  return (
    <RecordDialog resource={templates} id={null} href={href} onClose={onClose}>
      {(form) => (
        <ResourceForm {...form} of={templates} where={where} only={['name', 'description', 'tags', 'visibility']} />
      )}
    </RecordDialog>
  )
}
