import { css } from 'styled-system/css'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { keyboard } from '../keys/use-keys'
import { capsOf } from '../keys/show'
import { Icon } from '../ui/icon'
import { Kbd } from '../ui/kbd'
import { srOnly } from '../ui/sr-only'

type Hint = { keys: string; label: string }

/** The foot of the palette: the terminal line of the highlighted row, and the key hints. */
export function LineFoot({
  line,
  hints,
  t,
}: {
  line: string | null | undefined
  hints: readonly Hint[]
  t: Translate
}) {
  const { mac } = keyboard
  return (
    <div className={foot}>
      <Icon name="terminal" className={prompt} />
      {typeof line !== 'string' ? (
        <span className={quiet}>{line === null ? t('palette.onlyHere') : ''}</span>
      ) : (
        <code className={code} title={line}>
          <span className={srOnly}>{t('palette.line')}: </span>
          <span className={sign} aria-hidden="true">
            ${' '}
          </span>
          <Words line={line} />
        </code>
      )}
      <span className={keys}>
        {typeof line === 'string' && <HintOf keys="Mod+C" label={t('palette.copyLine')} mac={mac} />}
        {hints.map((hint) => (
          <HintOf key={hint.keys} {...hint} mac={mac} />
        ))}
      </span>
    </div>
  )
}

const HintOf = ({ keys: binding, label, mac }: Hint & { mac: boolean }) => (
  <span className={hint}>
    <Kbd keys={capsOf(binding, { mac })} />
    {label}
  </span>
)

/** Shows `tocsin sites deactivate 12` with the verb emphasised. */
function Words({ line }: { line: string }) {
  const [program, resource, verb, ...rest] = line.split(' ')
  return (
    <>
      {program} {resource} <b className={accent}>{verb}</b> {rest.join(' ')}
    </>
  )
}

const foot = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2.5',
  flexShrink: '0',
  minHeight: 'touch',
  paddingInline: '4',
  borderTop: '1px solid token(colors.border.subtle)',
  background: 'bg.canvas',
})
const prompt = css({ color: 'fg.muted' })
const code = css({
  textStyle: 'mono',
  flex: '1',
  minWidth: '0',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})
const sign = css({ color: 'fg.subtle' })
const quiet = css({ flex: '1', color: 'fg.muted', fontSize: 'xs' })
const accent = css({ color: 'accent.fg', fontWeight: 'medium' })
const keys = css({ display: { base: 'flex', _narrow: 'none' }, gap: '3', flexShrink: '0' })
const hint = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1.5',
  color: 'fg.muted',
  fontSize: 'xs',
  whiteSpace: 'nowrap',
})
