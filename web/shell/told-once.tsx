import { useAtomValue } from 'jotai/react'
import { useRef } from 'react'
import { css } from 'styled-system/css'
import { forgetTold, toldOnceAtom } from '../notices/told-once'
import { Button } from '../ui/button'
import { CopyButton } from '../ui/copy-button'
import { Dialog, DialogButtons } from '../ui/dialog'
import { useT } from '../words'

/** Shows a secret once: a click outside does not close it, and the focus is on the copy button. */
export default function ToldOnce() {
  const t = useT()
  const told = useAtomValue(toldOnceAtom)
  const copy = useRef<HTMLDivElement>(null)
  if (!told) return null
  return (
    <Dialog
      title={told.title(t)}
      description={told.detail(t)}
      open
      outside={false}
      onClose={forgetTold}
      initialFocus={() => copy.current?.querySelector('button') ?? null}
    >
      <div className={row} ref={copy}>
        <output className={text} aria-label={told.what(t)}>
          {told.text}
        </output>
        <CopyButton text={told.text} what={told.what(t)} t={t} />
      </div>
      <DialogButtons>
        <Button look="primary" keys={['Esc']} onClick={forgetTold}>
          {t('acts.haveIt')}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

const row = css({ display: 'flex', alignItems: 'center', gap: '2', minWidth: '0' })
const text = css({ textStyle: 'mono', overflowWrap: 'anywhere', minWidth: '0' })
