// Sets the theme before anything is painted. This is a file of its own because the page forbids inline scripts, and a
// classic script because modules run only after the page is parsed. `web/preferences.ts` computes the same theme at run
// time, and `web/preferences.test.ts` compares the two.
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
