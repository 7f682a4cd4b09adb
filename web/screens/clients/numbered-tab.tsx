import { Redirect, useParams } from 'wouter'

/** In the stated order, counted from 1: the back links of sites and teams go to 3 and 4. */
const TABS = ['summary', 'projects', 'sites', 'teams', 'providers', 'apps', 'users', 'licenses', 'playground']

/** `/clients/7/show/3` → `/clients/7/show?tab=sites`. */
export default function NumberedTab() {
  const { id, tab } = useParams<{ id: string; tab: string }>()
  return <Redirect to={`/clients/${id}/show?tab=${TABS[Number(tab) - 1] ?? TABS[0]}`} replace />
}
