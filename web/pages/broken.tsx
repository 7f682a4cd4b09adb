import { Component, type ReactNode } from 'react'
import { useT } from '../words'
import { Button } from '../ui/button'
import { State } from '../ui/state'
import { Page } from './page'

type Props = { children: ReactNode }

/** Catches the errors of a screen, so that the rest of the page stays usable. */
export class Broken extends Component<Props, { error: unknown }> {
  override state = { error: null as unknown }
  static getDerivedStateFromError = (error: unknown) => ({ error })
  override render() {
    if (this.state.error === null) return this.props.children
    // A chunk that failed to load has a message of its own.
    const isChunk = this.state.error instanceof TypeError && /import|module|fetch/i.test(this.state.error.message)
    return <Apology kind={isChunk ? 'notLoaded' : 'broken'} />
  }
}

/** Shows nothing of parts beside the screen that break or cannot be fetched, so that the screen stays. */
export class Optional extends Broken {
  override render() {
    return this.state.error === null && this.props.children
  }
}

function Apology({ kind }: { kind: 'broken' | 'notLoaded' }) {
  const t = useT()
  return (
    <Page title={t(`screens.${kind}.title`)}>
      <State trouble icon="circleAlert" title={t(`screens.${kind}.title`)} detail={t(`screens.${kind}.detail`)}>
        <Button onClick={() => location.reload()}>{t(`screens.${kind}.again`)}</Button>
      </State>
    </Page>
  )
}
