import { useCallback, useRef } from 'react'
import { useLocation } from 'wouter'
import { createApp, LookNotSaved } from '@tocsin/core/apps/create'
import { draftOf } from '@tocsin/core/command-line/commands'
import { apps as declared } from '@tocsin/core/resources/apps/index'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import { useAccount } from '../../data/account'
import { client, http } from '../../data/api'
import type { CreateOptions } from '../../data/use-save'
import type { Row } from '../../data/row'
import { beyondDefaults } from '../../form/change-line'
import { changesOf } from '@tocsin/core/vocabulary/changes'
import { ResourceForm } from '../../form/resource-form'
import { keepDraft } from '../../form/use-kept-draft'
import { showHref } from '../../navigation/hrefs'
import { newId } from '../../new-id'
import { toastFailure } from '../../notices/toast'
import { NewRecord } from '../../pages/new-record'
import type { ListProps } from '../../pages/screen'
import './words'

/** The fields of a new app. Its look follows in its settings, beside the preview. */
const ASKED = ['name', 'clientId', 'projectId', 'description', 'isDefault']

/**
 * Creates an app by two calls (APP-18, APP-20). If the second one fails, the settings of the new app open, with its look
 * as an unsaved change.
 */
export default function AppCreate({ resource }: ListProps) {
  const account = useAccount()
  const [, navigate] = useLocation()
  const unfinished = useRef(false)
  const create = useCallback(
    async (draft: Draft, { key, files }: CreateOptions): Promise<Row> => {
      const once = <T,>(write: (key: string) => Promise<T>, given?: string) => write(given ?? newId())
      try {
        // The form knows the usual values of fields that it does not show.
        const said = draftOf(beyondDefaults(resource, draft))
        return { ...(await createApp({ client, http, once }, said, { key, files })) }
      } catch (error) {
        if (!(error instanceof LookNotSaved)) throw error
        const { app, look, cause } = error
        unfinished.current = true
        keepDraft(
          { account: account.id, resource: 'apps', id: app.id },
          { version: app.version, changes: changesOf(declared.fields, app, { ...app, ...look }) },
        )
        toastFailure(cause, (t) => t('apps.lookNotSaved', { name: app.name }))
        return { ...app }
      }
    },
    [account.id, resource],
  )
  return (
    <NewRecord resource={resource}>
      {(form) => (
        <ResourceForm
          {...form}
          only={ASKED}
          create={create}
          onSaved={(row) =>
            unfinished.current ? navigate(showHref('apps', row.id), { replace: true }) : form.onSaved(row)
          }
        />
      )}
    </NewRecord>
  )
}
