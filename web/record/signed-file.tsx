import { useState } from 'react'
import { css } from 'styled-system/css'

/** The time after which signed addresses are read again, in milliseconds: each opens its file for at least four minutes. */
export const SIGNED_FOR = 3 * 60_000

type Props = { type: string; url: string; label: string; onExpired: () => void }

/** A file under the address that it was first shown with, so that no new address interrupts a recording. */
export function SignedFile({ type, url, label, onExpired }: Props) {
  const [src, setSrc] = useState(url)
  const [isBroken, setIsBroken] = useState(false)
  if (isBroken && src !== url) {
    setSrc(url)
    setIsBroken(false)
  }
  const onError = () => {
    setIsBroken(true)
    onExpired()
  }
  const open = { href: url, target: '_blank', rel: 'noopener noreferrer' }
  if (type === 'image')
    return (
      <a {...open}>
        <img className={media} src={src} alt={label} onError={onError} />
      </a>
    )
  if (type === 'audio' || type === 'video') {
    // A recording that somebody sends has no captions.
    const Player = type
    return <Player className={media} controls preload="metadata" src={src} aria-label={label} onError={onError} />
  }
  return (
    <a className={link} {...open}>
      {label}
    </a>
  )
}

const media = css({ display: 'block', maxWidth: 'full', maxHeight: '[240px]', borderRadius: 'md' })
const link = css({ color: 'accent.fg', textDecoration: 'underline' })
