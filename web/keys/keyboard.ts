import { KEYS, PREFIXES, type KeyBinding, type KeyId, type KeyIdIn, type Prefix, type Scope } from './map'
import { isSingle, parseKey, strokesOf, type KeyInput } from './match'

/** Delay after which a waiting prefix shows the which-key panel, in milliseconds. */
const PREFIX_SHOWN_AFTER = 400

/** Runs a key; `false` passes it on to the next layer. `stroke` is the key as the map spells it: `3`, `Shift+j`. */
export type Handler = (event: KeyInput, stroke: string) => boolean | void
export type Handlers<S extends Scope = Scope> = Partial<Record<KeyIdIn<S>, Handler>>

export type Layer<S extends Scope = Scope> = {
  id: string
  scope: S
  /** The handlers are read at every key, so a getter may return the latest ones. */
  readonly handlers: Handlers<S>
  /** Hides the layers below, except for keys of the shell that work while typing (palette, help). */
  modal?: true
  /** The place from `reserve`; without one the layer is on top of the others. */
  order?: number
}

/** The target of a key: whether it is a text field, and the strokes that the focused control handles itself. */
export type KeyTarget = { typing: boolean; owns?: readonly string[] }

/** For `handled` and `pending` the caller prevents the default; the browser handles an `ignored` key. */
export type Outcome = 'handled' | 'pending' | 'ignored'

/** A binding within reach; `keys` are those that no higher layer takes. */
export type ActiveKey = { id: KeyId; scope: Scope; keys: readonly string[]; label: string }
export type PrefixState = { prefix: Prefix; follow: readonly { key: string; id: KeyId; label: string }[] }

export type KeyboardSetup = {
  mac: boolean
  /** Runs a function after some milliseconds, and returns the function that cancels it. */
  schedule: (run: () => void, delay: number) => () => void
}

type Parsed = KeyBinding & { parsed: readonly string[] }
type Reachable = { layer: Layer; binding: Parsed; handler: Handler }

const parseSequence = (keys: string): string => keys.split(' ').map(parseKey).join(' ')
const BY_ID = new Map<KeyId, Parsed>()
/** Adds keys to the map. Those of a few screens come with them. */
export const addKeys = (bindings: readonly KeyBinding[]): void => {
  for (const binding of bindings) BY_ID.set(binding.id, { ...binding, parsed: binding.keys.map(parseSequence) })
}
addKeys(KEYS)

const prefixOf = (keys: string): Prefix | undefined => PREFIXES.find((prefix) => keys.startsWith(`${prefix} `))
const isSingleKey = (keys: string): boolean => isSingle(keys) || prefixOf(keys) !== undefined

/** Creates the keyboard, which passes every key to the topmost layer that handles it. It does not use the DOM. */
export function createKeyboard({ mac, schedule }: KeyboardSetup) {
  const listeners = new Set<(state: PrefixState | null) => void>()
  let placed: { layer: Layer; order: number }[] = []
  let reserved = 0
  let singleKeys = true
  let waiting: Prefix | null = null
  let shown: PrefixState | null = null
  let cancelShow = () => {}
  // The first outcome of a held key also applies to its repetitions: a held Mod+S must not open the browser's dialog.
  let last: { stroke: string; outcome: Outcome } | null = null

  const show = (state: PrefixState | null) => {
    if (state === shown) return
    shown = state
    for (const listener of listeners) listener(state)
  }

  const leave = () => {
    cancelShow()
    waiting = null
    show(null)
  }

  /** Returns the bindings within reach, topmost first. */
  const reachable = (): Reachable[] => {
    let covered = false
    const found: Reachable[] = []
    for (const { layer } of placed) {
      for (const [id, handler] of Object.entries(layer.handlers) as [KeyId, Handler | undefined][]) {
        const binding = BY_ID.get(id)
        if (!binding || !handler) continue
        if (covered && !(binding.typing && binding.scopes.includes('anywhere'))) continue
        found.push({ layer, binding, handler })
      }
      covered ||= layer.modal === true
    }
    return found
  }

  const wait = (prefix: Prefix): Outcome => {
    leave()
    waiting = prefix
    cancelShow = schedule(() => show({ prefix, follow: followers(prefix) }), PREFIX_SHOWN_AFTER)
    return 'pending'
  }

  const followers = (prefix: Prefix): PrefixState['follow'] =>
    active().flatMap(({ id, keys, label }) =>
      keys.filter((one) => prefixOf(one) === prefix).map((one) => ({ key: one.slice(prefix.length + 1), id, label })),
    )

  const run = (found: Reachable[], stroke: string, event: KeyInput): Outcome =>
    found.some(({ handler }) => handler(event, stroke) !== false) ? 'handled' : 'ignored'

  const press = (event: KeyInput, strokes: string[], target: KeyTarget): Outcome => {
    const within = reachable()
    const answering = (keys: string) => within.filter(({ binding }) => binding.parsed.includes(keys))

    if (waiting && !target.typing) {
      const prefix = waiting
      leave()
      if (strokes[0] === 'Escape') return 'handled'
      for (const stroke of strokes) {
        const outcome = run(answering(`${prefix} ${stroke}`), stroke, event)
        if (outcome !== 'ignored') return outcome
      }
      // A key that does not follow the prefix keeps its usual meaning.
    } else leave()

    for (const stroke of strokes) {
      const single = isSingle(stroke)
      if (single && (target.typing || !singleKeys)) continue
      if (target.owns?.includes(stroke)) return 'ignored'
      const found = answering(stroke).filter(({ binding }) => !target.typing || binding.typing)
      const bound = event.repeat ? found.filter(({ binding }) => binding.repeats) : found
      if (bound.length > 0) return run(bound, stroke, event)
      const prefix = PREFIXES.find((one) => one === stroke)
      if (
        prefix &&
        !event.repeat &&
        within.some(({ binding }) => binding.parsed.some((keys) => prefixOf(keys) === prefix))
      )
        return wait(prefix)
    }
    return 'ignored'
  }

  function active(): ActiveKey[] {
    const taken = new Set<string>()
    const found = reachable().map(({ layer, binding }) => {
      const free = binding.keys.filter((_, at) => {
        const stroke = binding.parsed[at]!
        // A key that a layer takes for itself begins no sequence of the layers below.
        return !taken.has(stroke) && !taken.has(stroke[0]!) && (singleKeys || !isSingleKey(stroke))
      })
      for (const stroke of binding.parsed) taken.add(stroke)
      return { id: binding.id, scope: layer.scope, keys: free, label: binding.label }
    })
    return found.filter(({ keys }) => keys.length > 0)
  }

  return {
    mac,

    /** Reserves a place above all layers present, for a layer added later: parents reserve before their children. */
    reserve: (): number => ++reserved,

    /** Adds a layer and returns the function that removes it. */
    add<S extends Scope>(layer: Layer<S>): () => void {
      const place = { layer: layer as Layer, order: layer.order ?? ++reserved }
      placed = [...placed, place].sort((one, other) => other.order - one.order)
      return () => {
        placed = placed.filter((one) => one !== place)
      }
    },

    handle(event: KeyInput, target: KeyTarget): Outcome {
      const strokes = strokesOf(event, { mac })
      const [stroke] = strokes
      if (stroke === undefined) return 'ignored'
      if (!event.repeat) {
        const outcome = press(event, strokes, target)
        last = { stroke, outcome }
        return outcome
      }
      const outcome = waiting ? 'ignored' : press(event, strokes, target)
      return outcome === 'ignored' && last?.stroke === stroke ? last.outcome : outcome
    },

    /** Ends a waiting prefix, for instance if a control handled the second key itself. */
    leave,

    /** Sets whether single keys act; without them letters are free for type-ahead. */
    setSingleKeys(on: boolean): void {
      singleKeys = on
      if (!on) leave()
    },

    /** Returns the bindings within reach now, topmost layer first. */
    active,

    /** Returns the keys that may follow the prefix, once it has waited long enough to show them. */
    prefix: (): PrefixState | null => shown,

    /** Calls the listener with the keys that may follow a waiting prefix, and with `null` once the prefix ends. */
    onPrefix: (listener: (state: PrefixState | null) => void): (() => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
