import type { Client } from '@tocsin/core/resources/clients/types'
import { lockedText } from '../../data/locked-clients'
import { resourceOf } from '../../data/resources'
import { RecordDialog } from '../../form/record-dialog'
import { ResourceForm } from '../../form/resource-form'
import { useT } from '../../words'
import { fixedFields } from '../../pages/fixed-fields'
import { lockText } from '../../pages/lock-text'
import { ClientList } from './client-list'
import { useDialog } from '../../pages/use-dialog'

const DIALOG = 'project'
const ASKED = ['name', 'description']

/** The projects of a client, created and edited in dialogs that close after a failure as well (PROJ-01, ERR-26). */
export function ClientProjects({ client }: { client: Client }) {
  const t = useT()
  const { asked, create, edit, props } = useDialog(DIALOG)
  const projects = resourceOf('projects')
  return (
    <>
      <ClientList client={client} resource="projects" create={create} edit={edit} />
      {asked !== null && (
        <RecordDialog key={asked} resource={projects} {...props}>
          {(form) => (
            <ResourceForm
              {...form}
              of={projects}
              where={{ ClientId: client.id }}
              only={ASKED}
              fixed={fixedFields(projects, form.record, t)}
              locked={form.record ? lockText(projects, form.record, t) : lockedText(client, t)}
            />
          )}
        </RecordDialog>
      )}
    </>
  )
}
