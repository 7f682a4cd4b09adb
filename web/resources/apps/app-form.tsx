import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Row } from '../../data/row'
import { withOwnAddresses } from '../../form/new-files'
import { ResourceForm } from '../../form/resource-form'
import type { PreviewApp } from '../../preview/look-of'
import { useT } from '../../words'
import { AppPreview } from './app-preview'
import { APP_NOTES } from './color-notes'
import { SECTIONS } from './sections'
import './words'

type Props = {
  of: Resource
  record: Row
  locked: string | null
  onSaved: (row: Row) => void
  onCancel?: () => void
}

/** The settings of an app in three sections, and beside them the preview, which follows what is typed (APP-10, APP-11). */
export function AppForm(props: Props) {
  const t = useT()
  return (
    <ResourceForm
      {...props}
      sections={SECTIONS.map(({ name, only }) => ({
        name,
        only,
        title: t(`apps.${name}.title`),
        about: t(`apps.${name}.about`),
      }))}
      notes={APP_NOTES}
      beside={({ values, files }) => (
        <AppPreview
          id={props.record.id}
          app={withOwnAddresses(values, files) as unknown as PreviewApp}
          caption={t('apps.live')}
        />
      )}
    />
  )
}
