// Sets the theme before anything is painted, and asks for the words of the reader's language while the other scripts
// load. This is a file of its own because the page forbids inline scripts, and a
// classic script because modules run only after the page is parsed. `web/preferences.ts` computes the same theme and
// language at run time, and `web/preferences.test.ts` compares the two.
;(function () {
  const stored = function (key, inTab) {
    try {
      return (inTab ? sessionStorage : localStorage).getItem(key)
    } catch {
      return null
    }
  }
  const mode = stored('mode')
  const dark = mode === 'dark' || (mode !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = (stored('theme') === 'blue' ? 'blue' : 'grey') + (dark ? '-dark' : '-light')

  const asked = new URLSearchParams(location.search).get('locale')
  const known = [asked === null ? stored('locale', true) : asked, stored('locale')]
    .concat(navigator.languages)
    .join()
    .match(/(^|,) *(en|pt)(?![a-z])/i)
  const words = document.currentScript.dataset[known && /pt$/i.test(known[0]) ? 'ptBr' : 'enUs']
  // A page that was not built has its words in its modules.
  if (!words) return
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = words
  document.head.append(link)
})()
