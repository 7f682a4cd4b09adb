import { useEffect, type ReactNode } from 'react'
import type { Row } from '../../data/row'
import { chooseClient } from '../../data/selected-client'
import type { RecordProps } from '../../pages/screen'
import { WithRecord } from '../../pages/with-record'

type Props = RecordProps & { children: (client: Row) => ReactNode }

/** A client's page. Its viewer works in that client until another is opened or picked. */
export function OpenedClient({ resource, id, children }: Props) {
  return (
    <WithRecord resource={resource} id={id}>
      {(client) => (
        <>
          <Opened id={client.id} />
          {children(client)}
        </>
      )}
    </WithRecord>
  )
}

function Opened({ id }: { id: number }): ReactNode {
  useEffect(() => chooseClient(id), [id])
  return null
}
