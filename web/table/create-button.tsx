import type { ListQuery } from '@tocsin/core/api/client'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { CommandButton } from '../commands/command-button'
import { useCreation } from '../commands/creation'

type Props = {
  of: Resource
  href: string | undefined
  /** The fixed query of the list beside the button, unless the address of the form has it. */
  where?: ListQuery | undefined
  /** True beside a table whose page has a primary button of its own. */
  aside?: boolean
}

/**
 * Creates a record of a list's resource. A locked client blocks it with a reason; without the permission it is absent.
 */
export const CreateButton = ({ of, href, where, aside = false }: Props) => (
  <CommandButton command={useCreation(of, href, where)} look={aside ? 'default' : 'primary'} />
)
