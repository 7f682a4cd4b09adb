import { css } from 'styled-system/css'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { Icon } from './icon'
import { useCopy } from './use-copy'

/** A line for the terminal, and a button that copies it. */
export function CommandLine({ line, t }: { line: string; t: Translate }) {
  const { outcome, said, copy } = useCopy(line, t)
  return (
    <div className={frame}>
      <code className={code}>
        {line.split(' ').map((word, at) => (
          <span key={`${at} ${word}`}>{word} </span>
        ))}
      </code>
      <button className={button} type="button" aria-label={`${t('web.copy')}: ${line}`} onClick={copy}>
        <Icon name={outcome === 'copied' ? 'check' : outcome === 'failed' ? 'triangleAlert' : 'copy'} />
        <output>{said || t('web.copy')}</output>
      </button>
    </div>
  )
}

const frame = css({
  display: 'flex',
  alignItems: { base: 'center', _narrow: 'flex-start' },
  justifyContent: 'space-between',
  flexDirection: { base: 'row', _narrow: 'column' },
  gap: '2',
  padding: '1',
  paddingInlineStart: '3',
  background: 'bg.muted',
  borderRadius: 'sm',
})
// A line breaks between its words and never inside a flag.
const code = css({
  textStyle: 'mono',
  minWidth: '0',
  paddingBlock: '1',
  '& span': { display: 'inline-block', whiteSpace: 'pre' },
})
const button = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1.5',
  flexShrink: '0',
  minHeight: { base: 'controlSm', _narrow: 'touch' },
  paddingInline: '2',
  borderRadius: 'sm',
  border: '1px solid token(colors.border.default)',
  background: 'bg.surface',
  color: 'fg.muted',
  fontSize: 'xs',
  fontWeight: 'medium',
  cursor: 'pointer',
  _hover: { background: 'bg.hover', color: 'fg.default' },
})
