import { useMemo, useState } from 'react'
import { css } from 'styled-system/css'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { readingOf } from '@tocsin/core/command-line/reading-line'
import type { Reason } from '@tocsin/core/vocabulary/resource'
import type { Client } from '@tocsin/core/resources/clients/types'
import { problemText } from '../../../notices/problem-text'
import { sentenceOf, whyOf } from '../../../notices/sentence'
import { useAccount } from '../../../data/account'
import { everyResource } from '../../../data/resources'
import { usePreferences } from '../../../preferences'
import { State } from '../../../ui/state'
import { useT } from '../../../words'
import { Answer } from './answer'
import { ask, type Asked } from './ask'
import { LineBox } from './line-box'
import './words'

/** A line of the terminal, limited to reading and to one client, with the server's response (CLIENT-09). */
export function Playground({ client }: { client: Client }) {
  const t = useT()
  const account = useAccount()
  const { locale } = usePreferences()
  const resources = useMemo(() => everyResource().filter((one) => mayDo(account, one, 'view')), [account])
  const [earlier, setEarlier] = useState<readonly string[]>([])
  const [asked, setAsked] = useState<Asked | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const told = ({ key, values }: Reason) =>
    problemText({ key, values: { client: client.name, ...values } }, `--${String(values?.['flag'])}`, t)
  const run = async (line: string) => {
    if (busy) return
    const read = readingOf(line, resources, { id: client.id, names: [client.name, client.nickname] })
    // An answer is shown only under the line that it belongs to.
    setAsked(null)
    setProblem('problem' in read ? told(read.problem) : null)
    if ('problem' in read) return
    setEarlier([line, ...earlier.filter((one) => one !== line)])
    setBusy(true)
    try {
      const answer = await ask(read.reading, client.id)
      if ('problem' in answer) setProblem(told(answer.problem))
      else setAsked(answer)
    } catch (error) {
      setProblem(sentenceOf(error, t))
    } finally {
      setBusy(false)
    }
  }

  const count = asked?.count
  return (
    <div className={frame}>
      <LineBox
        resources={resources}
        client={client.name}
        problem={problem}
        busy={busy}
        earlier={earlier}
        onRun={(line) => void run(line)}
      />
      <output className={said}>
        {asked &&
          (count === 'one'
            ? t('playground.one', { milliseconds: asked.milliseconds })
            : count
              ? t('playground.rows', {
                  count: count.total,
                  shown: formatNumber(locale, count.shown),
                  total: formatNumber(locale, count.total),
                  milliseconds: asked.milliseconds,
                })
              : asked.refusal && asked.status
                ? t('playground.refused', {
                    status: asked.status,
                    why: whyOf(asked.refusal, t, asked.resource),
                    requestId: asked.requestId ?? t('playground.noAnswer'),
                  })
                : t('playground.noAnswer'))}
      </output>
      {asked ? <Answer asked={asked} /> : <State icon="terminal" title={t('playground.begin')} />}
    </div>
  )
}

const frame = css({ display: 'grid', gap: '4', minWidth: '0' })
const said = css({ textStyle: 'small', color: 'fg.muted', minHeight: '5' })
