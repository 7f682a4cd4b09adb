import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useAtom } from 'jotai/react'
import { css } from 'styled-system/css'
import { useAccount } from '../../data/account'
import { useKeys } from '../../keys/use-keys'
import { useNarrow } from '../../table/use-narrow'
import { Button } from '../../ui/button'
import { useT } from '../../words'
import { soundAtom, soundFor, startSound, testSound, useAllowed, type Urgency } from './sound'
import './words'

type Props = {
  /** The urgency of the waiting alerts that are not silenced. */
  urgency: Urgency
  /** True while a part of the alerts is silenced for everybody. */
  silenced: boolean
  children?: ReactNode
}

/**
 * The reader's own switch of the sound with its volume, and the sound itself, which lasts until the alerts are taken. On a
 * narrow screen they are behind a button, except when there is something to know.
 */
export function SoundControl({ urgency, silenced, children }: Props) {
  const t = useT()
  const panel = useId()
  const isNarrow = useNarrow()
  const [opened, setOpened] = useState<boolean | null>(null)
  const { id } = useAccount()
  const [choice, choose] = useAtom(soundAtom)
  const isAllowed = useAllowed()
  const slider = useRef<HTMLInputElement>(null)
  const { on, volume } = choice
  const sounds = on && isAllowed ? urgency : null
  useEffect(() => (sounds === null ? undefined : soundFor(id, sounds)), [id, sounds])
  const flip = () => {
    // The first press lets the browser sound: it turns nothing off.
    if (isAllowed || !on) choose({ ...choice, on: !on })
    if (!isAllowed) startSound()
  }
  const toVolume = () => {
    flushSync(() => setOpened(true))
    slider.current?.focus()
  }
  useKeys('list', { sound: flip, volume: toVolume })
  const isBlocked = on && !isAllowed
  const isShown = !isNarrow || (opened ?? (silenced || isBlocked))
  const controls = (
    <fieldset className={frame} id={panel} aria-label={t('alerts.sound.label')}>
      <Button
        look="quiet"
        icon={on && isAllowed ? 'volume' : 'volumeOff'}
        keys={['B']}
        aria-keyshortcuts="b"
        aria-pressed={on && isAllowed}
        onClick={flip}
      >
        {isBlocked ? t('alerts.sound.blocked') : t(on ? 'alerts.sound.on' : 'alerts.sound.off')}
      </Button>
      {on && isAllowed && (
        <>
          <input
            ref={slider}
            className={range}
            type="range"
            min={0}
            max={100}
            step={5}
            aria-label={t('alerts.sound.volume')}
            aria-keyshortcuts="Shift+B"
            value={Math.round(volume * 100)}
            onChange={({ target }) => choose({ ...choice, volume: Number(target.value) / 100 })}
          />
          <Button look="quiet" size="small" onClick={testSound}>
            {t('alerts.sound.test')}
          </Button>
        </>
      )}
      {children}
    </fieldset>
  )
  if (!isNarrow) return controls
  return (
    <>
      <Button
        look="quiet"
        icon={on && isAllowed ? 'volume' : 'volumeOff'}
        iconOnly
        aria-expanded={isShown}
        aria-controls={isShown ? panel : undefined}
        onClick={() => setOpened(!isShown)}
      >
        {t('alerts.sound.label')}
      </Button>
      {isShown && controls}
    </>
  )
}

const frame = css({
  display: 'inline-flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '1',
  border: '1px solid token(colors.border.subtle)',
  borderRadius: 'sm',
})
const range = css({ width: '[88px]', minHeight: { base: 'controlSm', _narrow: 'touch' }, accentColor: 'accent.solid' })
