import type { ListQuery } from '@tocsin/core/api/client'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { useCreation } from '../commands/creation'
import { Button } from '../ui/button'
import { useT } from '../words'

type Props = {
  of: Resource
  href: string
  /** What the list beside it is of, where the address of the form does not say it. */
  where?: ListQuery
  /** It stands beside a table, whose page has a chief button of its own. */
  aside?: boolean
}

/** Makes a new record of a list's noun; says why not where its client is locked, and is not there without the permission. */
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
