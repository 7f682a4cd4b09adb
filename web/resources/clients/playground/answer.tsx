import { css } from 'styled-system/css'
import { copyText } from '../../../notices/copy-text'
import { useKeys } from '../../../keys/use-keys'
import { Button } from '../../../ui/button'
import { Card } from '../../../ui/card'
import { CommandLine } from '../../../ui/command-line'
import { CopyButton } from '../../../ui/copy-button'
import { Facts } from '../../../ui/facts'
import { useT } from '../../../words'
import type { Asked } from './ask'

/** The request, the response, and the lines that send the same request from a terminal. */
export function Answer({ asked }: { asked: Asked }) {
  const t = useT()
  const { request, status, requestId, milliseconds, answer, line, curl } = asked
  // `y r` copies the answer, as it copies a row elsewhere; `y c` copies the line.
  useKeys('record', {
    copyRow: () => void copyText(answer),
    copyLine: () => void copyText(line),
  })
  return (
    <>
      <Card
        title={t('playground.answer')}
        aside={
          <Button size="small" icon="copy" keys={['Y', 'R']} onClick={() => void copyText(answer)}>
            {t('playground.copyAnswer')}
          </Button>
        }
      >
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an element that scrolls must be reachable by key */}
        <section className={json} tabIndex={0} aria-label={t('playground.answerOf', { path: request.url })}>
          <pre>{answer === '' ? t('playground.noAnswer') : answer}</pre>
        </section>
      </Card>
      <Card title={t('playground.request')}>
        <Facts
          rows={{
            [t('playground.method')]: request.method,
            [t('playground.path')]: <code className={code}>{request.url}</code>,
            [t('playground.status')]: status ?? t('playground.noAnswer'),
            [t('playground.duration')]: t('playground.milliseconds', { count: milliseconds }),
            [t('playground.requestId')]: requestId ? (
              <span className={id}>
                <code className={code}>{requestId}</code>
                <CopyButton text={requestId} what={t('playground.requestId')} t={t} />
              </span>
            ) : (
              t('playground.noAnswer')
            ),
          }}
        />
        <div className={lines}>
          <p className={label}>{t('playground.terminal')}</p>
          <CommandLine line={line} t={t} />
          <p className={label}>{t('playground.curl')}</p>
          <CommandLine line={curl} t={t} />
        </div>
      </Card>
    </>
  )
}

const json = css({
  textStyle: 'mono',
  maxHeight: '[50vh]',
  overflow: 'auto',
  padding: '4',
  '& pre': { margin: '0', whiteSpace: 'pre', fontFamily: '[inherit]' },
  _focusVisible: { outline: '2px solid token(colors.focus.ring)', outlineOffset: '[-2px]' },
})
const code = css({ textStyle: 'mono', overflowWrap: 'anywhere' })
const id = css({ display: 'inline-flex', alignItems: 'center', gap: '2' })
const lines = css({ display: 'grid', gap: '2', padding: '4', borderTop: '1px solid token(colors.border.subtle)' })
const label = css({ textStyle: 'small', color: 'fg.muted' })
