import { Redirect, useParams } from 'wouter'
import { CLIENT_TABS } from '../../navigation/client-tabs'

/** Redirects `/clients/7/show/3` to `/clients/7/show?tab=sites`. */
export default function NumberedTab() {
  const { id, tab } = useParams<{ id: string; tab: string }>()
  return <Redirect to={`/clients/${id}/show?tab=${CLIENT_TABS[Number(tab) - 1] ?? CLIENT_TABS[0]}`} replace />
}
