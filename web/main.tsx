import { QueryClientProvider } from '@tanstack/react-query'
import { Provider } from 'jotai/react'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './data/address-token'
import { App } from './app'
import { resumeAccount } from './data/account'
import { followFeatures } from './data/features'
import { followRights } from './accounts/rights'
import { loadEveryFace } from './data/resources'
import { queryClient } from './data/query'
import { dismissServiceWorkers } from './earlier-versions'
import { requestFirstList } from './routes'
import { loadLanguage } from './languages'
import { currentLocale } from './preferences'
import { leadsToApp } from './screens/go/app-address'
import { store } from './store'
import './main.css'

/** Draws the console. A transition is rendered in small steps, between which the page answers. */
const draw = () =>
  startTransition(() =>
    createRoot(document.getElementById('root')!).render(
      <StrictMode>
        <Provider store={store}>
          <QueryClientProvider client={queryClient}>
            <App />
          </QueryClientProvider>
        </Provider>
      </StrictMode>,
    ),
  )

void dismissServiceWorkers()

// Nothing is drawn before the account, the faces and the words are loaded, so that the layout does not jump.
void Promise.all([resumeAccount(), loadEveryFace(), loadLanguage(currentLocale())]).then(async () => {
  if (!leadsToApp(location.pathname)) {
    followFeatures()
    followRights()
    await requestFirstList()
  }
  draw()
})
