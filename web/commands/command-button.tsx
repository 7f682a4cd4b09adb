import type { ReactNode } from 'react'
import { KEYS } from '../keys/map'
import { capsOf } from '../keys/show'
import { keyboard } from '../keys/use-keys'
import { Button } from '../ui/button'
import { useT } from '../words'
import type { Command } from './command'
import { press } from './press'

type Props = {
  /** Null or hidden: no button. */
  command: Command | null | undefined
  look?: 'primary' | 'default' | 'quiet' | 'danger'
  size?: 'normal' | 'small'
  /** False leaves the icon and the key out. */
  bare?: boolean
  /** The text, where it is another than the command's label. */
  children?: ReactNode
}

/** A button that runs a command. A blocked command gives its reason. */
export function CommandButton({ command, look, size, bare = false, children }: Props) {
  const t = useT()
  if (!command || command.hidden) return null
  const { label, title, icon, key, blocked } = command
  const [binding] = KEYS.find(({ id }) => id === key)?.keys ?? []
  return (
    <Button
      {...(look ? { look } : {})}
      {...(size ? { size } : {})}
      {...(bare ? { title: title(t) } : { icon, keys: binding === undefined ? undefined : capsOf(binding, keyboard) })}
      blocked={blocked && t(blocked.key, blocked.values)}
      onClick={() => press(command)}
    >
      {children ?? (label ?? title)(t)}
    </Button>
  )
}
