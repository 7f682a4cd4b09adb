import { apps } from '@tocsin/core/resources/apps/index'
import { CHANNEL_TYPES, kindFields } from '@tocsin/core/resources/channels/kinds/index'
import { channels } from '@tocsin/core/resources/channels/index'
import type { Draft, Field, Fields } from '@tocsin/core/vocabulary/resource'
import { RICH_FIELDS } from './rich-form'
import type { TestWorld } from './world'

/** Texts that a file of YAML must quote, or that read like something else. */
const TEXTS = [
  'yes',
  'null',
  '~',
  '1e3',
  '007',
  '- a',
  '# b',
  'a: b',
  "it's",
  '"q"',
  '*x',
  '&x',
  '!x',
  '%x',
  '@x',
  '|',
  '>',
  '{a}',
  '[a]',
  '?',
  ': a',
  '---',
  '2026-01-01',
  'Ação',
  '警报',
  '😀 já',
  'Ⅷ',
  'CON',
  'a/b',
  'Ünï',
]

/** A source of choices that is the same for the same seed. */
function chooser(seed: number) {
  let state = seed
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(random() * end)
  return {
    random,
    below,
    among: <T>(some: readonly T[]): T => some[below(some.length)]!,
    chance: (part: number) => random() < part,
  }
}
type Chooser = ReturnType<typeof chooser>

/** Returns a value of a field, or nothing for one that may be left out. */
function valueOf(name: string, field: Field, choose: Chooser): unknown {
  if (name === 'phone') return choose.among(['5548999990000', '+55 48 99999-0001', '5511912345678'])
  const isNeeded = field.rules?.some((rule) => rule.required) ?? false
  if (!isNeeded && choose.chance(0.3)) return undefined
  switch (field.type) {
    case 'boolean':
      return choose.chance(0.5)
    case 'color':
      return choose.among(['#AA0011', '#0c0', null, field.default])
    case 'choice':
      return choose.among(field.choices!.filter((one) => !field.disabled?.includes(one)))
    case 'url':
      return `https://h${choose.below(99)}.example.org/${choose.below(9)}`
    case 'email':
      return `m${choose.below(99)}@example.org`
    case 'text':
      return choose.among(TEXTS)
    case 'longtext':
      return choose.among([choose.among(TEXTS), 'a\nb', 'a\n\n  b\n- c', 'a \nb\t'])
    case 'group':
      if (name === 'schema')
        return {
          title: choose.among([null, 'Quem?']),
          fields: RICH_FIELDS.slice(0, choose.below(RICH_FIELDS.length + 1)),
        }
      return valuesOf(field.fields ?? {}, choose)
    default:
      return undefined
  }
}

function valuesOf(fields: Fields, choose: Chooser, outer: Draft = {}): Draft {
  const values: Draft = {}
  for (const [name, field] of Object.entries(fields)) {
    if (field.readonly === true || field.of !== undefined) continue
    if (field.when && !field.when({ ...outer, ...values })) continue
    const value = valueOf(name, field, choose)
    if (value !== undefined) values[name] = value
  }
  return values
}

/**
 * Makes records of every kind of a configuration for a client, from a seed. Everything is sent to the API; throws if
 * something is refused.
 */
export async function randomClient(world: TestWorld, clientId: number, seed: number): Promise<void> {
  const choose = chooser(seed)
  const token = await world.token('root')
  const post = async (path: string, body: Draft): Promise<{ id: number }> => {
    const reply = await world.call(token, 'POST', path, body)
    if (reply.status >= 300) throw new Error(`${path} ${JSON.stringify(body)} ${reply.text}`)
    return reply.body.data
  }
  let number = 0
  const name = () => `${choose.among(TEXTS)} ${choose.chance(0.5) ? '' : '-'}${number++}`
  const times = async <T>(most: number, make: () => Promise<T>): Promise<T[]> => {
    const made: T[] = []
    for (let left = 1 + choose.below(most); left > 0; left--) made.push(await make())
    return made
  }
  const projects = await times(3, () =>
    post('projects', { name: name(), description: choose.among(['a', 'a\nb', 'yes']), ClientId: clientId }),
  )
  const terms = await times(2, () =>
    post('terms', {
      title: name(),
      content: choose.among(['<p>a</p>', '<h2>b: c</h2><p># d</p>']),
      active: choose.chance(0.7),
      ClientId: clientId,
    }),
  )
  const providers = await times(3, () => {
    // No other client can have one with the same user, as those with staff of their own have.
    const providerType = choose.among(['webhook', 'email', 'telegram'])
    return post('monitoring-providers', {
      name: name(),
      email: 'c@example.org',
      providerType,
      ClientId: clientId,
      ...(providerType === 'webhook' ? { callbackUrl: 'https://hook.example.org/a' } : {}),
      ...(providerType === 'email' ? { notifyEmail: 'n@example.org' } : {}),
      ...(providerType === 'telegram' ? { telegramCode: '0123' } : {}),
    })
  })
  await times(2, () =>
    post('registration-forms', {
      name: name(),
      ClientId: clientId,
      schema: valueOf('schema', { type: 'group' }, choose) ?? {},
    }),
  )
  await times(2, () =>
    post('registration-handlers', {
      name: name(),
      url: 'https://a.example.org',
      mode: choose.among(['site', 'group', 'client']),
      ClientId: clientId,
    }),
  )
  const matchConfigs = [{ b: 1, a: { z: [], y: null } }, { '': [1, 'x'] }, {}, null]
  await times(2, () =>
    post('v2/registration-handlers', {
      name: name(),
      description: 'a\n b',
      url: 'https://b.example.org',
      clientId,
      schema: { matchConfig: choose.among(matchConfigs) },
    }),
  )
  await times(2, async () => {
    const { label, description, isDefault, generatePassportKey, config } = apps.fields
    const app = await post('apps', {
      ...valuesOf({ label, description, isDefault, generatePassportKey, config }, choose),
      name: name(),
      clientId,
      projectId: choose.among(projects).id,
      termId: choose.among([null, ...terms.map(({ id }) => id)]),
    })
    const groups: { id: number; depth: number }[] = []
    await times(14, async () => {
      const channelType = choose.among(CHANNEL_TYPES)
      const within = choose.chance(0.5) ? groups.filter(({ depth }) => depth < (channelType === 'group' ? 3 : 4)) : []
      const group = within.length > 0 ? choose.among(within) : undefined
      const { primary, label: text, tag, config: all } = channels.fields
      const made = await post('channels', {
        ...valuesOf({ primary, label: text, tag }, choose),
        name: choose.chance(0.2) ? 'again' : name(),
        channelType,
        clientId,
        appId: app.id,
        MonitoringProviders: [...providers.map(({ id }) => id), 1].filter(() => choose.chance(0.3)),
        config: {
          ...valuesOf(all.fields ?? {}, choose),
          ...configOf(channelType, choose),
          ...(group ? { parentId: group.id } : {}),
        },
      })
      if (channelType === 'group') groups.push({ id: made.id, depth: (group?.depth ?? 0) + 1 })
    })
  })
  // Channels keep a provider that is put out of use.
  for (const { id } of providers.filter(() => choose.chance(0.3)))
    await world.call(token, 'PUT', `monitoring-providers/${id}`, { active: false })
}

/** Returns the options of a channel. Two of them need each other. */
function configOf(channelType: (typeof CHANNEL_TYPES)[number], choose: Chooser): Draft {
  const config = valuesOf(kindFields[channelType], choose)
  return config['sendNowTitle'] && config['sendNowText']
    ? config
    : { ...config, sendNowTitle: undefined, sendNowText: undefined }
}
