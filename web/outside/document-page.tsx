import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { ApiError } from '@tocsin/core/base/errors'
import { cleanFragment } from '../html/clean'
import { textLook } from '../html/look'
import { call } from './api'
import { Failure, Heading, Loading, Message, Page, quiet } from './page'
import { useWhen, useWords } from './words'

type Published = { name: string; content: string; publishedAt: string }
type State =
  | { is: 'loading' }
  | { is: 'missing' }
  | { is: 'failed'; error: unknown }
  | { is: 'shown'; document: Published }

/** The page of a published document (PUB-16, A-108). */
export function DocumentPage({ name }: { name: string }) {
  const t = useWords()
  const [state, setState] = useState<State>({ is: 'loading' })
  useEffect(() => void stateOf(name).then(setState), [name])
  const again = () => {
    setState({ is: 'loading' })
    void stateOf(name).then(setState)
  }

  if (state.is === 'loading') return <Loading title={name} />
  if (state.is === 'missing') return <Message title={t('documentMissing')} text={<p>{t('notFoundText')}</p>} />
  if (state.is === 'failed')
    return (
      <Page title={name}>
        <Heading focusOn>{name}</Heading>
        <Failure error={state.error} lead={t('failed')} onRetry={again} />
      </Page>
    )
  return <Shown {...state.document} />
}

/** A text that somebody wrote as HTML, cleaned once more. A text without a heading has its name as one. */
function Shown({ name, content, publishedAt }: Published) {
  const t = useWords()
  const when = useWhen()
  const frame = useRef<HTMLDivElement>(null)
  const text = useMemo(() => cleanFragment(content), [content])
  const heading = text.querySelector('h1')?.textContent
  useLayoutEffect(() => {
    frame.current?.replaceChildren(text.cloneNode(true))
  }, [text])
  return (
    <Page title={heading ?? name}>
      {heading === undefined && <Heading>{name}</Heading>}
      <div ref={frame} className={textLook} dir="auto" />
      <p className={quiet}>{t('published', { when: when(publishedAt) })}</p>
    </Page>
  )
}

async function stateOf(name: string): Promise<State> {
  try {
    const document = await call<Published>({ path: `/api/documents/info?name=${encodeURIComponent(name)}` })
    return { is: 'shown', document }
  } catch (error) {
    const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400)
    return isMissing ? { is: 'missing' } : { is: 'failed', error }
  }
}
