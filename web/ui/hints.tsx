import { css } from 'styled-system/css'
import { Kbd } from './kbd'

/** Shows the keys used most, each with what it does. A narrow screen has no room for them. */
export function Hints({
  of,
  hidden = false,
}: {
  of: readonly (readonly [keys: readonly string[], what: string])[]
  hidden?: boolean
}) {
  return (
    <div className={hints} hidden={hidden}>
      {of.map(([keys, what]) => (
        <span key={what} className={hint}>
          <Kbd keys={keys} />
          {what}
        </span>
      ))}
    </div>
  )
}

const hints = css({
  display: 'flex',
  '&[hidden]': { display: 'none' },
  gap: '3',
  marginInlineStart: 'auto',
  _narrow: { display: 'none' },
})
const hint = css({ display: 'inline-flex', alignItems: 'center', gap: '1.5', whiteSpace: 'nowrap' })
