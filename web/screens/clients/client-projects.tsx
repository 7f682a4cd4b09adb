import { useLocation, useSearchParams } from 'wouter'
import type { Client } from '@tocsin/core/resources/clients/types'
import { resourceOf } from '../../data/nouns'
import { RecordDialog } from '../../form/record-dialog'
import { ResourceForm } from '../../form/resource-form'
import { useT } from '../../words'
import { lockText } from '../lock-text'
import { ClientList } from './client-list'
import { dialogHref, idAsked } from './dialog-href'

const DIALOG = 'project'
const ASKED = ['name', 'description']

/** The projects of a client, made and changed in dialogs that close after a failure as well (PROJ-01, ERR-26). */
export function ClientProjects({ client }: { client: Client }) {
  const t = useT()
  const [, navigate] = useLocation()
  const [query] = useSearchParams()
  const asked = query.get(DIALOG)
  const id = idAsked(asked)
  const projects = resourceOf('projects')
  return (
    <>
      <ClientList
        client={client}
        noun="projects"
        create={dialogHref(DIALOG, 'new')}
        edit={(project) => dialogHref(DIALOG, String(project))}
      />
      {(asked === 'new' || id !== null) && (
        <RecordDialog
          key={asked}
          resource={projects}
          id={id}
          href={dialogHref(DIALOG, asked)}
          onClose={() => navigate(dialogHref(DIALOG, null), { replace: true })}
        >
          {(form) => (
            <ResourceForm
              {...form}
              of={projects}
              where={{ ClientId: client.id }}
              only={ASKED}
              locked={
                form.record
                  ? lockText(projects, form.record, t)
                  : client.locked
                    ? t('shell.locked', { name: client.name })
                    : null
              }
            />
          )}
        </RecordDialog>
      )}
    </>
  )
}
