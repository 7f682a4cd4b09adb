import { useMemo } from 'react'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Command } from '../commands/command'
import { useScreenCommands } from '../commands/use-commands'
import type { Row } from '../data/row'
import { useLatest } from '../ui/use-latest'
import { useT } from '../words'

type Parts = {
  owner: string
  resource: Resource
  selected: number
  activeRow: Row | undefined
  /** Returns the commands on the selection, on this row and on the list, as they are now. */
  commandsOn: (row: Row | undefined) => readonly Command[]
  /** A new object whenever other commands may be offered. */
  facts: object
}

/**
 * Adds the list's commands to the palette. They are replaced when the active row or `facts` change, not when
 * `commandsOn` does. A command acts on the list as it is when the command runs.
 */
export function usePaletteCommands({ owner, resource, selected, activeRow, commandsOn, facts }: Parts): void {
  const t = useT()
  const now = useLatest(commandsOn)
  const added = useMemo(() => {
    /** Returns the current version of a command; undefined if it is no longer offered. */
    const current = ({ id, group }: Command) => now()(activeRow).find((one) => one.id === id && one.group === group)
    return {
      chips: [
        { id: `list:${owner}`, label: t(`resources.${resource.name}.names`) },
        ...(selected > 0 ? [{ id: `selected:${owner}`, label: t('table.selected', { count: selected }) }] : []),
      ],
      commands: commandsOn(activeRow).map((command): Command => ({
        ...command,
        run: (values, how) => current(command)?.run(values, how),
      })),
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the facts say when other commands are offered
  }, [now, owner, t, resource, selected, activeRow, facts])
  useScreenCommands(`table:${owner}`, added)
}
