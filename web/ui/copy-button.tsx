import { css } from 'styled-system/css'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { Button } from './button'
import { useCopy } from './use-copy'
import { srOnly } from './sr-only'

/** A button that copies a text. It announces success to screen readers only and shows a failure to everybody. */
export function CopyButton({ text, what, t }: { text: string; what: string; t: Translate }) {
  const { outcome, said, copy } = useCopy(text, t)
  return (
    <>
      <Button
        look="quiet"
        size="small"
        icon={outcome === 'copied' ? 'check' : outcome === 'failed' ? 'triangleAlert' : 'copy'}
        iconOnly
        onClick={copy}
      >
        {`${t('web.copy')}: ${what}`}
      </Button>
      <output className={outcome === 'failed' ? failed : srOnly}>{said}</output>
    </>
  )
}
// The margin keeps the text clear of the button's focus ring.
const failed = css({ fontSize: 'sm', color: 'warning.fg', marginInlineStart: '2' })
