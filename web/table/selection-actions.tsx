import type { Profile } from '@tocsin/core/api/session'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { CommandButton } from '../commands/command-button'
import { defineActions } from '../commands/define'
import { openPalette } from '../commands/open-palette'
import type { Targets } from '../commands/targets'
import { Button } from '../ui/button'
import { useT } from '../words'

type Props = {
  resource: Resource
  viewer: Profile
  chosen: Targets
}

/** The actions on all selected records. An action that none of them allows is blocked, with the reason. */
export function SelectionActions({ resource, viewer, chosen }: Props) {
  const t = useT()
  return (
    <>
      {defineActions(resource, { group: 'selection', targets: chosen }, viewer).map((command) => (
        <CommandButton
          key={command.id}
          command={command}
          size="small"
          look={command.id === `${resource.name}.delete` ? 'danger' : 'default'}
          bare
        />
      ))}
      <Button
        size="small"
        look="quiet"
        icon="ellipsis"
        iconOnly
        aria-keyshortcuts="."
        onClick={() => openPalette({ scope: 'at-hand' })}
      >
        {t('table.actions')}
      </Button>
    </>
  )
}
