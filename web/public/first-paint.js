// Sets the theme before anything is painted. It is a file of its own because the page forbids inline scripts, and a
// classic script because modules wait for the page. preferences.ts says the same at run time; a test holds both together.
;(function () {
  const stored = function (key) {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const mode = stored('mode')
  const dark = mode === 'dark' || (mode !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = (stored('theme') === 'blue' ? 'blue' : 'grey') + (dark ? '-dark' : '-light')
})()
