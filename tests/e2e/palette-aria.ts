import type { Page } from 'playwright'

/** Returns an error that a screen reader would tell of the palette as it is painted now; null if there is none. */
export const wrongly = (page: Page): Promise<string | null> =>
  page.evaluate(
    () =>
      new Promise<string | null>((resolve) => {
        const look = () => {
          const input = document.querySelector<HTMLElement>('dialog[open] [role=combobox]')
          if (!input) return resolve(document.querySelector('dialog[open]') ? 'no combobox' : null)
          if (document.activeElement !== input) return resolve('the field has not the focus')
          const options = [...document.querySelectorAll<HTMLElement>('dialog[open] [role=option]')]
          const selected = options.filter((one) => one.getAttribute('aria-selected') === 'true')
          const active = input.getAttribute('aria-activedescendant')
          const expanded = input.getAttribute('aria-expanded')
          if (options.length === 0)
            return resolve(active === null && expanded === 'false' ? null : `nothing is listed: ${active} ${expanded}`)
          if (expanded !== 'true') return resolve(`${options.length} options, not expanded`)
          if (selected.length !== 1) return resolve(`${selected.length} of ${options.length} are selected`)
          const [one] = selected as [HTMLElement]
          if (one.id === '' || one.id !== active) return resolve(`points at ${active}, selected is ${one.id}`)
          if (document.querySelectorAll(`[id="${CSS.escape(one.id)}"]`).length !== 1) return resolve(`two of ${one.id}`)
          const list = one.closest('[role=listbox]')
          if (!list || list.id !== input.getAttribute('aria-controls')) return resolve('no listbox that is controlled')
          const size = Number(one.getAttribute('aria-setsize'))
          const place = Number(one.getAttribute('aria-posinset'))
          if (!(place >= 1 && place <= size && size >= options.length)) return resolve(`${place} of ${size}`)
          const frame = list.getBoundingClientRect()
          const box = one.getBoundingClientRect()
          if (box.bottom > frame.bottom + 1 || box.top < frame.top - 1)
            return resolve('what is selected is not in sight')
          resolve(null)
        }
        requestAnimationFrame(() => requestAnimationFrame(look))
      }),
  )
