import { useQuery } from '@tanstack/react-query'
import { css } from 'styled-system/css'
import type { SurveyResult } from '@tocsin/core/resources/survey-results/types'
import { isRecord } from '@tocsin/core/vocabulary/kind-reasons'
import { useAccount } from '../../data/account'
import { client } from '../../data/api'
import { oneKey } from '../../data/hooks'
import { resourceOf } from '../../data/resources'
import { SIGNED_FOR, SignedFile } from '../../record/signed-file'
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

/** The attachments of an answer: images to be seen, recordings to be played, other files to be opened. */
export function ResultFiles({ result, name, title }: { result: SurveyResult; name: string; title: string }) {
  const t = useT()
  const account = useAccount()
  const results = resourceOf('survey-results')
  // The list may have been read long ago, and its addresses open nothing any more.
  const { data, isError, refetch } = useQuery({
    queryKey: [...oneKey(account.id, results.name, result.id), 'files'],
    queryFn: () => client.get(results, result.id) as Promise<unknown> as Promise<SurveyResult>,
    refetchInterval: SIGNED_FOR,
  })
  const files = filesIn(data?.data[name])
  if (!files) return isError ? <p>{t('surveys.filesFailed')}</p> : null
  return (
    <ul className={list}>
      {files.map(({ type, url }, at) => (
        <li key={url.replace(/\?.*/, '')}>
          <SignedFile
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

const list = css({ display: 'grid', gap: '2', minWidth: '0' })
