import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { css } from 'styled-system/css'
import type { SurveyResult } from '@tocsin/core/resources/survey-results/types'
import { isRecord } from '@tocsin/core/vocabulary/kind-reasons'
import { useAccount } from '../../data/account'
import { client } from '../../data/api'
import { oneKey } from '../../data/hooks'
import { resourceOf } from '../../data/resources'
import { useT } from '../../words'
import './words'

type File = { type: string; url: string }

/** Returns the attachments that an answer is; undefined for any other answer. */
export function filesIn(answer: unknown): File[] | undefined {
  if (!Array.isArray(answer)) return undefined
  const files = answer.filter(
    (one): one is File => isRecord(one) && typeof one['url'] === 'string' && typeof one['type'] === 'string',
  )
  return files.length > 0 ? files : undefined
}

/** The time after which the addresses are read again, in milliseconds: each opens its file for at least four minutes. */
const EVERY = 3 * 60_000

/** The attachments of an answer: images to be seen, recordings to be played, other files to be opened. */
export function ResultFiles({ result, name, title }: { result: SurveyResult; name: string; title: string }) {
  const t = useT()
  const account = useAccount()
  const results = resourceOf('survey-results')
  // The list may have been read long ago, and its addresses open nothing any more.
  const { data, isError, refetch } = useQuery({
    queryKey: [...oneKey(account.id, results.name, result.id), 'files'],
    queryFn: () => client.get(results, result.id) as Promise<unknown> as Promise<SurveyResult>,
    refetchInterval: EVERY,
  })
  const files = filesIn(data?.data[name])
  if (!files) return isError ? <p>{t('surveys.filesFailed')}</p> : null
  return (
    <ul className={list}>
      {files.map(({ type, url }, at) => (
        <li key={url.replace(/\?.*/, '')}>
          <OneFile
            type={type}
            url={url}
            label={t('surveys.fileOf', { kind: t(`surveys.kinds.${type}`), number: at + 1, question: title })}
            onExpired={() => void refetch()}
          />
        </li>
      ))}
    </ul>
  )
}

type OneProps = File & { label: string; onExpired: () => void }

/** A file under the address that it was first shown with, so that no new address interrupts a recording. */
function OneFile({ type, url, label, onExpired }: OneProps) {
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
  const open = { href: url, target: '_blank', rel: 'noopener' }
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

const list = css({ display: 'grid', gap: '2', minWidth: '0' })
const media = css({ display: 'block', maxWidth: 'full', maxHeight: '[240px]', borderRadius: 'md' })
const link = css({ color: 'accent.fg', textDecoration: 'underline' })
