import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { ApiError } from '@tocsin/core/base/errors'
import { cleanFragment } from '../html/clean'
import { textLook } from '../html/look'
import { readDocument, type Published } from './document-calls'
import { mount } from './mount'
import { cx } from '../ui/cx'
import { Failure, Heading, Loading, Message, Page } from './page'
import { css } from 'styled-system/css'
import { useWhen, useWords } from './words'

type State =
  | { is: 'loading' }
  | { is: 'missing' }
  | { is: 'failed'; error: unknown }
  | { is: 'shown'; document: Published }

/** Shows a published document, whose first request is on its way (PUB-16, A-108). */
export const showDocument = (name: string, first: Promise<Published>): void =>
  mount(<DocumentPage name={name} first={first} />)

function DocumentPage({ name, first }: { name: string; first: Promise<Published> }) {
  const t = useWords()
  const [state, setState] = useState<State>({ is: 'loading' })
  useEffect(() => void stateOf(first).then(setState), [first])
  const again = () => {
    setState({ is: 'loading' })
    void stateOf(readDocument(name)).then(setState)
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
      <div ref={frame} className={cx(textLook, large)} dir="auto" />
      <p className={note}>{t('published', { when: when(publishedAt) })}</p>
    </Page>
  )
}

async function stateOf(read: Promise<Published>): Promise<State> {
  try {
    return { is: 'shown', document: await read }
  } catch (error) {
    const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400)
    return isMissing ? { is: 'missing' } : { is: 'failed', error }
  }
}

const large = css({ fontSize: 'lg' })
const note = css({ color: 'fg.muted', fontSize: 'sm', lineHeight: 'sm' })
