import { css } from 'styled-system/css'
import { resourceOf } from '../../data/resources'
import { labelOf } from '../../record/field-at'
import { CopyButton } from '../../ui/copy-button'
import { useT } from '../../words'

/** Number of characters that tell two tokens apart. */
const SHOWN = 4

/** A token that can be copied. Only its end is shown. */
export function MaskedToken({ token }: { token: string }) {
  const t = useT()
  return (
    <span className={pair}>
      <span className={mono}>••••••••{token.slice(-SHOWN)}</span>
      <CopyButton text={token} what={labelOf(resourceOf('users'), 'apiToken', t)} t={t} />
    </span>
  )
}

const pair = css({ display: 'inline-flex', alignItems: 'center', gap: { base: '1.5', _narrow: '0' }, minWidth: '0' })
const mono = css({ textStyle: 'mono' })
