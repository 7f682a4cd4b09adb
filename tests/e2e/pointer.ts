import type { Page } from 'playwright'

/** Methods that move or click a pointer, or set a focus or a value without a key. */
const FORBIDDEN = new Set([
  'click',
  'dblclick',
  'tap',
  'hover',
  'dragTo',
  'dragAndDrop',
  'drop',
  'check',
  'uncheck',
  'setChecked',
  'selectOption',
  'selectText',
  'focus',
  'blur',
  'fill',
  'clear',
  'type',
  'press',
  'pressSequentially',
  'dispatchEvent',
  'scrollIntoViewIfNeeded',
  'mouse',
  'touchscreen',
])
const WRAPPED = new Set(['Locator', 'Frame', 'FrameLocator', 'Page', 'ElementHandle'])

export class PointerForbidden extends Error {
  constructor(name: string) {
    super(`${name}() is not the keyboard: press keys on page.keyboard instead`)
  }
}

const wrap = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(wrap)
  if (value instanceof Promise) return value.then(wrap)
  // The bundle of playwright writes `_Locator`.
  const kind = (value as object | null | undefined)?.constructor?.name?.replace(/^_+/, '')
  return kind && WRAPPED.has(kind) ? withoutPointer(value as object) : value
}

/** Returns the same page, which throws on anything but the keyboard: also on the elements it finds. */
export function withoutPointer<Thing extends object = Page>(thing: Thing): Thing {
  return new Proxy(thing, {
    get(target, name) {
      const value = Reflect.get(target, name, target) as unknown
      if (typeof name !== 'string' || name === 'constructor' || name.startsWith('_')) return value
      if (FORBIDDEN.has(name)) throw new PointerForbidden(name)
      if (typeof value !== 'function') return wrap(value)
      return (...given: unknown[]) => wrap(Reflect.apply(value, target, given))
    },
  })
}
