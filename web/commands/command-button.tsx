import type { ReactNode } from 'react'
import { KEYS } from '../keys/map'
import { capsOf } from '../keys/show'
import { keyboard } from '../keys/use-keys'
import { Button } from '../ui/button'
import { useT } from '../words'
import type { Command } from './command'
import { runOrExplain } from './run-or-explain'

type Props = {
  /** Null or a hidden command renders no button. */
  command: Command | null | undefined
  look?: 'primary' | 'default' | 'quiet' | 'danger'
  size?: 'normal' | 'small'
  /** True omits the icon and the key, and shows the title as a tooltip. */
  bare?: boolean
  /** True shows the icon alone. */
  iconOnly?: boolean
  /** The text of the button, if it differs from the label of the command. */
  children?: ReactNode
}

/** A button that runs a command. It shows the reason if the command is blocked. */
export function CommandButton({ command, look, size, bare = false, iconOnly = false, children }: Props) {
  const t = useT()
  if (!command || command.hidden) return null
  const { label, title, icon, key, blocked } = command
  const [binding] = KEYS.find(({ id }) => id === key)?.keys ?? []
  return (
    <Button
      {...(look ? { look } : {})}
      {...(size ? { size } : {})}
      iconOnly={iconOnly}
      {...(bare ? { title: title(t) } : { icon, keys: binding === undefined ? undefined : capsOf(binding, keyboard) })}
      blocked={blocked && t(blocked.key, blocked.values)}
      onClick={() => void runOrExplain(command)}
    >
      {children ?? (label ?? title)(t)}
    </Button>
  )
}
