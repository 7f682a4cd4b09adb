import { useLayoutEffect, useRef } from 'react'
import { css } from 'styled-system/css'
import { cleanFragment } from './clean'
import { textLook } from './look'
import { cx } from '../ui/cx'

/** Shows a text that a user wrote as HTML. Its links open elsewhere, without a referrer. */
export function HtmlView({ html, label }: { html: string; label: string }) {
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const text = cleanFragment(html)
    for (const link of text.querySelectorAll('a[href^="http"]')) {
      link.setAttribute('target', '_blank')
      link.setAttribute('rel', 'noopener noreferrer')
    }
    frame.current?.replaceChildren(text)
  }, [html])
  return (
    // A fieldset is for input.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div ref={frame} role="group" aria-label={label} className={cx(textLook, padded)} dir="auto" />
  )
}

const padded = css({ padding: '4' })
