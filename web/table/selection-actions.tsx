import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Viewer } from '@tocsin/core/vocabulary/permissions'
import { isOffered } from '../commands/offered'
import { blockedForAll } from '../commands/why'
import { titleOf } from '../commands/titles'
import type { Targets } from '../commands/targets'
import { Button } from '../ui/button'
import { useT } from '../words'
import { actionsFor } from '../commands/at-hand'

type Props = {
  resource: Resource
  viewer: Viewer
  chosen: Targets
  onAct: (action: string) => void
  onActions: (() => void) | undefined
}

/** The actions on all selected records. An action that none of them allows is blocked, with the reason. */
export function SelectionActions({ resource, viewer, chosen, onAct, onActions }: Props) {
  const t = useT()
  return (
    <>
      {actionsFor(resource, viewer, true).map((action) => {
        if (chosen.kind === 'rows' && !isOffered(resource, action, chosen.rows)) return null
        const why = blockedForAll(resource, action, chosen)
        return (
          <Button
            key={action}
            size="small"
            look={action === 'delete' ? 'danger' : 'default'}
            blocked={why && t(why.key, why.values)}
            title={titleOf(resource, action, chosen)(t)}
            onClick={() => onAct(action)}
          >
            {t(action === 'delete' ? 'verbs.delete' : `resources.${resource.name}.actions.${action}`)}
          </Button>
        )
      })}
      {onActions && (
        <Button size="small" look="quiet" icon="ellipsis" iconOnly aria-keyshortcuts="." onClick={onActions}>
          {t('table.actions')}
        </Button>
      )}
    </>
  )
}
