import { describe, expect, it } from 'vitest'
import * as fc from 'fast-check'
import { createKeyboard, type Handlers, type KeyTarget, type Outcome, type PrefixState } from './keyboard'
import { KEYS, SCOPES, type KeyId, type Scope } from './map'
import { parseKey, type KeyInput } from './match'

/** Returns the press of a stroke such as `Mod+Shift+Z` on a keyboard whose Mod is Ctrl. */
const press = (stroke: string, more: Partial<KeyInput> = {}): KeyInput => {
  const held = stroke.split('+')
  const key = held.pop()!
  return {
    key: key === 'Space' ? ' ' : key,
    code: '',
    ctrlKey: held.includes('Mod'),
    shiftKey: held.includes('Shift'),
    metaKey: false,
    altKey: held.includes('Alt'),
    repeat: false,
    isComposing: false,
    keyCode: 0,
    ...more,
  }
}

const PAGE: KeyTarget = { typing: false }
const FIELD: KeyTarget = { typing: true }

/** Makes a keyboard with a clock turned by hand, and a record of the actions run. */
function setUp() {
  const timers = new Set<{ run: () => void; due: number }>()
  let clock = 0
  const keyboard = createKeyboard({
    mac: false,
    schedule: (run, delay) => {
      const timer = { run, due: clock + delay }
      timers.add(timer)
      return () => timers.delete(timer)
    },
  })
  const wait = (time: number) => {
    clock += time
    for (const timer of timers)
      if (timer.due <= clock) {
        timers.delete(timer)
        timer.run()
      }
  }
  const done: string[] = []
  const layer = (
    scope: Scope,
    ids: KeyId[],
    more: { id?: string; modal?: true; order?: number; passes?: true } = {},
  ) => {
    const { id = scope, passes, ...rest } = more
    const handlers: Handlers = {}
    for (const key of ids)
      handlers[key] = (_, stroke) => {
        done.push(`${id} ${key} ${stroke}`)
        return !passes
      }
    return keyboard.add({ id, scope, handlers, ...rest })
  }
  const type = (strokes: string, target = PAGE): Outcome[] =>
    strokes.split(' ').map((stroke) => keyboard.handle(press(stroke), target))
  return { keyboard, layer, type, wait, done }
}

describe('layers', () => {
  it('are asked from the top, and one that says false passes the key on', () => {
    const { layer, type, done } = setUp()
    layer('list', ['escape', 'down'])
    const remove = layer('header', ['escape'], { passes: true })
    expect(type('Escape j')).toEqual(['handled', 'handled'])
    expect(done).toEqual(['header escape Escape', 'list escape Escape', 'list down j'])
    remove()
    type('Escape')
    expect(done.slice(3)).toEqual(['list escape Escape'])
  })
  it('lie where their place was reserved, whichever came first', () => {
    const { keyboard, layer, type, done } = setUp()
    const [parent, child] = [keyboard.reserve(), keyboard.reserve()]
    layer('row', ['escape'], { id: 'child', order: child })
    layer('list', ['escape'], { id: 'parent', order: parent })
    type('Escape')
    expect(done).toEqual(['child escape Escape'])
  })
  it('leave a key to the browser when nobody answers it', () => {
    const { layer, type } = setUp()
    layer('list', ['down'], { passes: true })
    expect(type('j x Mod+F Mod+S F5 Tab')).toEqual(Array<Outcome>(6).fill('ignored'))
  })
  it('under a dialog hear nothing, and the shell only palette and help', () => {
    const { keyboard, layer, type, done } = setUp()
    layer('anywhere', ['palette', 'help', 'undo', 'go:sites'])
    layer('list', ['escape', 'down', 'filter'])
    const close = layer('overlay', ['save'], { modal: true })
    expect(type('Escape j / z g s Mod+Z')).toEqual(Array<Outcome>(7).fill('ignored'))
    expect(type('Mod+Enter Mod+K F1')).toEqual(['handled', 'handled', 'handled'])
    expect(keyboard.active().map(({ id }) => id)).toEqual(['save', 'palette', 'help'])
    close()
    expect(type('Escape')).toEqual(['handled'])
    expect(done.at(-1)).toBe('list escape Escape')
  })
  it('learn which of several keys it was', () => {
    const { keyboard, layer, done } = setUp()
    layer('record', ['tab'])
    keyboard.handle(press('&', { code: 'Digit1' }), PAGE)
    keyboard.handle(press('3'), PAGE)
    expect(done).toEqual(['record tab 1', 'record tab 3'])
  })
  it('take a character before the place of its key', () => {
    const { keyboard, layer, done } = setUp()
    layer('record', ['tab'])
    layer('list', ['filter'])
    keyboard.handle(press('/', { code: 'Digit3' }), PAGE)
    expect(done).toEqual(['list filter /'])
  })
  it('tell what is within reach, topmost first, without keys that a higher layer takes', () => {
    const { keyboard, layer } = setUp()
    layer('row', ['open', 'intoCells'])
    layer('header', ['sortColumn', 'nextColumn'])
    expect(keyboard.active()).toEqual([
      { id: 'sortColumn', scope: 'header', keys: ['Enter'], label: 'keys.labels.sortColumn' },
      { id: 'nextColumn', scope: 'header', keys: ['ArrowRight'], label: 'keys.labels.nextColumn' },
      { id: 'open', scope: 'row', keys: ['o'], label: 'keys.labels.open' },
    ])
  })
})

describe('while typing', () => {
  it('no single key acts, but the palette, help, saving and Escape do', () => {
    const { layer, type, done } = setUp()
    layer('anywhere', ['palette', 'help', 'undo', 'go:sites'])
    layer('list', ['down', 'filter', 'create', 'selectAll', 'escape'])
    layer('form', ['save'])
    const bound = '? z Mod+Z Mod+Shift+Z g s j ArrowDown / c Mod+A'
    expect(type(bound, FIELD)).toEqual(bound.split(' ').map(() => 'ignored'))
    expect(done).toEqual([])
    expect(type('Mod+K F1 Mod+S Mod+Enter Escape', FIELD)).toEqual(Array<Outcome>(5).fill('handled'))
  })
  it('ends a prefix that waits', () => {
    const { layer, type } = setUp()
    layer('anywhere', ['go:sites'])
    expect(type('g')).toEqual(['pending'])
    expect(type('s', FIELD)).toEqual(['ignored'])
    expect(type('s')).toEqual(['ignored'])
  })
  it('no composition acts', () => {
    const { keyboard, layer, done } = setUp()
    layer('anywhere', ['palette', 'undo'])
    for (const more of [{ isComposing: true }, { keyCode: 229 }])
      for (const stroke of ['z', 'Mod+K'])
        for (const target of [PAGE, FIELD]) expect(keyboard.handle(press(stroke, more), target)).toBe('ignored')
    expect(done).toEqual([])
  })
})

it('a key that the focused control answers itself is left to it', () => {
  const { keyboard, layer } = setUp()
  layer('row', ['toggleRow', 'open'])
  const button: KeyTarget = { typing: false, owns: ['Space', 'Enter'] }
  const outcomes = ['Space', 'Enter', 'x'].map((stroke) => keyboard.handle(press(stroke), button))
  expect(outcomes).toEqual(['ignored', 'ignored', 'handled'])
})

describe('single keys switched off', () => {
  it('leave letters to type-ahead, and the rest at work', () => {
    const { keyboard, layer, type, done } = setUp()
    layer('anywhere', ['palette', 'help', 'go:sites'])
    layer('list', ['down', 'filter', 'delete', 'escape'])
    layer('row', ['toggleRow', 'extendDown', 'open'])
    layer('record', ['tab'])
    keyboard.setSingleKeys(false)
    const single = 'j Shift+J g s / ? # x o 1'
    expect(type(single)).toEqual(single.split(' ').map(() => 'ignored'))
    expect(type('Mod+K F1 ArrowDown Delete Space Shift+ArrowDown Enter Escape')).toEqual(
      Array<Outcome>(8).fill('handled'),
    )
    expect(done.filter((line) => line.includes('tab'))).toEqual([])
    expect(keyboard.active().flatMap(({ keys }) => keys)).toEqual(
      'Space Shift+ArrowDown Enter ArrowDown Delete Escape Mod+K F1'.split(' '),
    )
    keyboard.setSingleKeys(true)
    expect(type('g s j')).toEqual(['pending', 'handled', 'handled'])
  })
  it('end a prefix that waits', () => {
    const { keyboard, layer, type, wait } = setUp()
    layer('anywhere', ['go:sites'])
    type('g')
    wait(400)
    keyboard.setSingleKeys(false)
    expect([keyboard.prefix(), ...type('s')]).toEqual([null, 'ignored'])
  })
})

describe('a held key', () => {
  const repeated = (keyboard: ReturnType<typeof setUp>['keyboard'], stroke: string, target = PAGE) =>
    keyboard.handle(press(stroke, { repeat: true }), target)

  it('goes on moving, and does everything else once', () => {
    const { keyboard, layer, type, done } = setUp()
    layer('list', ['down', 'create'])
    type('j')
    expect([repeated(keyboard, 'j'), repeated(keyboard, 'j')]).toEqual(['handled', 'handled'])
    type('c')
    repeated(keyboard, 'c')
    expect(done).toEqual(['list down j', 'list down j', 'list down j', 'list create c'])
  })
  it('does not fall through to the browser, nor into the field that it opened', () => {
    const { keyboard, layer, type, done } = setUp()
    layer('form', ['save'])
    layer('list', ['filter'])
    type('Mod+S')
    expect(repeated(keyboard, 'Mod+S')).toBe('handled')
    type('/')
    expect(repeated(keyboard, '/', FIELD)).toBe('handled')
    expect(done).toEqual(['form save Mod+s', 'list filter /'])
  })
  it('that nobody answered is the browser’s, as is one held since before', () => {
    const { keyboard, layer, type, done } = setUp()
    layer('form', ['save'])
    type('x')
    expect([repeated(keyboard, 'x'), repeated(keyboard, 'Mod+S'), repeated(keyboard, 'g')]).toEqual([
      'ignored',
      'ignored',
      'ignored',
    ])
    expect(done).toEqual([])
  })
  it('is one prefix', () => {
    const { keyboard, layer, type, done } = setUp()
    layer('anywhere', ['go:sites'])
    type('g')
    expect([repeated(keyboard, 'g'), repeated(keyboard, 'g'), ...type('s')]).toEqual(['pending', 'pending', 'handled'])
    expect(done).toEqual(['anywhere go:sites s'])
  })
})

describe('a prefix', () => {
  it('waits for its second key as long as it takes', () => {
    const { layer, type, wait, done } = setUp()
    layer('anywhere', ['go:sites', 'new:sites'])
    type('g')
    wait(24 * 3_600_000)
    expect(type('s n s')).toEqual(['handled', 'pending', 'handled'])
    expect(done).toEqual(['anywhere go:sites s', 'anywhere new:sites s'])
  })
  it('shows after 400 ms what may follow, of what is within reach', () => {
    const { keyboard, layer, type, wait } = setUp()
    const seen: (PrefixState | null)[] = []
    const stop = keyboard.onPrefix((state) => seen.push(state))
    layer('anywhere', ['go:sites', 'go:home', 'new:teams'])
    type('g')
    wait(399)
    expect(seen).toEqual([])
    wait(1)
    const shown = {
      prefix: 'g',
      follow: [
        { key: 's', id: 'go:sites', label: 'resources.sites.names' },
        { key: 'h', id: 'go:home', label: 'keys.places.home' },
      ],
    }
    expect(seen).toEqual([shown])
    expect(keyboard.prefix()).toEqual(shown)
    type('s')
    expect(seen).toEqual([shown, null])
    stop()
    type('g')
    wait(400)
    expect(seen).toHaveLength(2)
  })
  it('shows nothing to who is quick', () => {
    const { keyboard, layer, type, wait } = setUp()
    const seen: unknown[] = []
    keyboard.onPrefix((state) => seen.push(state))
    layer('anywhere', ['go:sites'])
    type('g s')
    wait(1_000)
    expect(seen).toEqual([])
  })
  it('is left by Escape, which does nothing else', () => {
    const { keyboard, layer, type, wait, done } = setUp()
    layer('anywhere', ['go:sites'])
    layer('list', ['escape'])
    type('g')
    wait(400)
    expect([...type('Escape'), keyboard.prefix(), ...type('s')]).toEqual(['handled', null, 'ignored'])
    type('Escape')
    expect(done).toEqual(['list escape Escape'])
  })
  it('is left by a key that does not follow it, which means what it always means', () => {
    const { layer, type, done } = setUp()
    layer('anywhere', ['go:sites', 'new:teams'])
    layer('list', ['down'])
    expect(type('g j s')).toEqual(['pending', 'handled', 'ignored'])
    expect(type('g F2 s')).toEqual(['pending', 'ignored', 'ignored'])
    expect(type('g n t')).toEqual(['pending', 'pending', 'handled'])
    expect(done).toEqual(['list down j', 'anywhere new:teams t'])
  })
  it('is not disturbed by Shift alone, nor begun where nothing could follow', () => {
    const { layer, type } = setUp()
    layer('list', ['copyIds'])
    expect(type('y Shift y')).toEqual(['pending', 'ignored', 'handled'])
    expect(type('g s')).toEqual(['ignored', 'ignored'])
  })
  it('goes before what its second key means alone', () => {
    const { layer, type, done } = setUp()
    layer('list', ['create', 'refresh', 'copyLine', 'copyRow'])
    type('y c y r c')
    expect(done).toEqual(['list copyLine c', 'list copyRow r', 'list create c'])
  })
})

describe('whatever is pressed', () => {
  const ids = KEYS.map(({ id }) => id)
  const layers = fc.array(
    fc.record({
      scope: fc.constantFrom(...SCOPES),
      ids: fc.uniqueArray(fc.constantFrom(...ids), { maxLength: 12 }),
      modal: fc.boolean(),
      passes: fc.boolean(),
    }),
    { maxLength: 4 },
  )
  const boundStrokes = KEYS.flatMap(({ keys }) => keys.flatMap((key) => key.split(' ')))
  const strokes = fc.constantFrom(...boundStrokes, 'Tab', 'F5', 'Mod+F', 'Mod+C', 'Shift+Tab', 'ç', 'Alt+x', 'Shift')
  const presses = fc.array(fc.tuple(strokes, fc.boolean(), fc.boolean(), fc.nat(500)), { maxLength: 40 })

  it('an unbound key is never prevented, and no prefix outlives Escape', () => {
    fc.assert(
      fc.property(layers, presses, (lying, pressed) => {
        const { keyboard, layer, type, wait, done } = setUp()
        const bound = new Set<string>()
        for (const [at, { scope, ids, modal, passes }] of lying.entries()) {
          const rest = { ...(modal ? { modal: true as const } : {}), ...(passes ? { passes: true as const } : {}) }
          layer(scope, ids, { id: `${at}`, ...rest })
          for (const { keys } of KEYS.filter(({ id }) => ids.includes(id)))
            for (const key of keys.flatMap((one) => one.split(' '))) bound.add(parseKey(key))
        }
        for (const [stroke, typing, repeat, pause] of pressed) {
          const before = done.length
          const outcome = keyboard.handle(press(stroke, { repeat }), { typing })
          const leavesPrefix = stroke === 'Escape'
          if (outcome !== 'ignored' && !leavesPrefix) expect(bound).toContain(parseKey(stroke))
          if (outcome === 'ignored')
            expect(done.slice(before).filter((line) => !lying[Number(line[0])]!.passes)).toEqual([])
          wait(pause)
        }
        type('Escape')
        wait(1_000)
        expect(keyboard.prefix()).toBeNull()
        // The next key is not taken for a second key.
        const before = done.length
        for (const stroke of ['b', 'q', 'd', 'l']) expect(keyboard.handle(press(stroke), PAGE)).toBe('ignored')
        expect(done.length).toBe(before)
      }),
      { numRuns: 300 },
    )
  })
})
