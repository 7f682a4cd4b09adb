import type { ListQuery } from '@tocsin/core/api/client'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { useCreation } from '../commands/creation'
import { Button } from '../ui/button'
import { useT } from '../words'

type Props = {
  of: Resource
  href: string
  /** The fixed query of the list beside the button, unless the address of the form has it. */
  where?: ListQuery
  /** True beside a table whose page has a primary button of its own. */
  aside?: boolean
}

/** Creates a record of a list's noun. A locked client blocks it with a reason; without the permission it is absent. */
export function CreateButton({ of, href, where, aside = false }: Props) {
  const t = useT()
  const creation = useCreation(of, href, where)
  if (!creation) return null
  const { blocked, run } = creation
  return (
    <Button
      look={aside ? 'default' : 'primary'}
      icon="plus"
      keys={['C']}
      blocked={blocked && t(blocked.key, blocked.values)}
      onClick={run}
    >
      {t('table.create', { noun: t(`resources.${of.name}.name`).toLowerCase() })}
    </Button>
  )
}
