import { css } from 'styled-system/css'

/** A share (0 to 1) as a bar. Readers do not hear it: the figure beside it says the same. */
export function Bar({ share }: { share: number }) {
  return (
    <svg className={track} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect width={share * 100} height="8" />
    </svg>
  )
}

const track = css({
  display: 'block',
  width: 'full',
  height: '[8px]',
  borderRadius: 'full',
  background: 'bg.muted',
  overflow: 'hidden',
  '& rect': { fill: 'accent.solid', _forced: { fill: '[CanvasText]' } },
})
