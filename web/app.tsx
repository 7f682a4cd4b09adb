import { useEffect } from 'react'
import { css } from 'styled-system/css'
import { applyPreferences, usePreferences } from './preferences'
import { pageWords } from './messages'
import { TopBar } from './shell/top-bar'
import { Welcome } from './screens/welcome/welcome'

export function App() {
  const { locale } = usePreferences()
  const t = pageWords(locale)

  useEffect(() => {
    applyPreferences()
    const system = matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', applyPreferences)
    return () => system.removeEventListener('change', applyPreferences)
  }, [])

  return (
    <>
      <a className={skip} href="#content">
        {t('skip')}
      </a>
      <TopBar t={t} />
      <Welcome t={t} />
    </>
  )
}

const skip = css({
  position: 'absolute',
  insetInlineStart: '4',
  top: '2',
  transform: 'translateY(-200%)',
  zIndex: 'toast',
  padding: '2',
  borderRadius: 'sm',
  background: 'bg.inverse',
  color: 'fg.inverse',
  _focusVisible: { transform: 'none' },
})
