import { useEffect, useState } from 'react'
import { css } from 'styled-system/css'
import type { Translate } from '@tocsin/core/i18n'
import { Button } from './button'

/** Copies a text and says so. The clipboard exists only where the address is secure. */
export function CopyButton({ text, what, t }: { text: string; what: string; t: Translate }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <>
      <Button
        look="quiet"
        size="small"
        icon={copied ? 'check' : 'copy'}
        iconOnly
        onClick={() => void navigator.clipboard?.writeText(text).then(() => setCopied(true))}
      >
        {`${t('web.copy')}: ${what}`}
      </Button>
      <output className={heard}>{copied ? t('web.copied') : ''}</output>
    </>
  )
}

const heard = css({ srOnly: true })
