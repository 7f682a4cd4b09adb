import { css } from 'styled-system/css'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { Chip } from '../ui/chip'
import { Icon } from '../ui/icon'
import { useT } from '../words'
import { choiceOf } from './field-at'
import { stateLook } from './state-look'

/** The state of a record, as a word and an icon. */
export function StateChip({ of, path, value }: { of: Resource; path: string; value: unknown }) {
  const t = useT()
  const look = stateLook(of.name, path, value)
  if (!look) return null
  return (
    <Chip tone={look.tone}>
      <span className={pair}>
        <Icon name={look.icon} className={small} />
        {choiceOf(of, path, String(value), t)}
      </span>
    </Chip>
  )
}

const pair = css({ display: 'inline-flex', alignItems: 'center', gap: '1.5', verticalAlign: 'top' })
const small = css({ width: '3', height: '3' })
