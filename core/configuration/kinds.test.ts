import { expect, it } from 'vitest'
import { referencesIn } from '../vocabulary/fields-of'
import type { Field, Fields } from '../vocabulary/resource'
import { configuredIn, documentFields } from './document-fields'
import { KINDS, wordOf } from './kinds'
import { pathsOf, slugOf } from './write'

it('B3 lets an object refer to objects of earlier kinds alone, so that none can refer to each other', () => {
  const earlier = new Set<string>()
  for (const { resource, inside } of KINDS) {
    for (const one of [resource, ...(inside ? [inside] : [])])
      for (const [name, field] of configuredIn(one.fields, one))
        for (const [, { of }] of referencesIn({ [name]: field }))
          if (of !== one.name) expect(earlier, `${one.name}.${name}`).toContain(of)
    earlier.add(resource.name)
  }
})

const within = (fields: Fields): [string, Field][] =>
  Object.entries(fields).flatMap(([name, field]): [string, Field][] => [
    [name, field],
    ...(name === 'channels'
      ? []
      : within(field.fields ?? {}).concat(Object.values(field.variants?.of ?? {}).flatMap(within))),
  ])

it('B3 has nothing in a file that only the server writes, that is a secret, or an id', () => {
  for (const kind of KINDS)
    for (const [name, { readonly, secret, type }] of [
      ...within(documentFields(kind)),
      ...(kind.inside ? within(documentFields({ resource: kind.inside })) : []),
    ]) {
      expect([readonly === true, secret, type === 'ref', type === 'refs'], `${wordOf(kind)}.${name}`).toEqual([
        false,
        undefined,
        false,
        false,
      ])
      expect(name).not.toMatch(
        /^(id|version|createdAt|updatedAt|sync|ClientId|clientId|appId|parentId|displayOrder|publishedAt)$/,
      )
    }
  const keys = KINDS.map((kind) => [wordOf(kind), Object.keys(documentFields(kind)).join(' ')])
  expect(Object.fromEntries(keys)).toEqual({
    project: 'name description',
    term: 'title content active',
    'monitoring-provider':
      'name email providerType active callbackUrl notifyEmail managerName managerUsername managerEmail telegramCode',
    'registration-form': 'name schema',
    'registration-handler': 'name url mode',
    'registration-handler-v2': 'name description url schema',
    app: 'name label description isDefault project term generatePassportKey config channels',
  })
})

it('B3 gives each object a path of its own that every system takes', () => {
  expect(['São José do Rio Preto', 'a/../b', '  ', '日本', 'CON', 'ﬁm', '-', 'x'.repeat(90)].map(slugOf)).toEqual([
    'sao-jose-do-rio-preto',
    'a-b',
    'object-1',
    'object-1',
    'con-1',
    'fim',
    'object-1',
    'x'.repeat(60),
  ])
  const [kind] = KINDS
  const paths = ['b', 'A', 'a', 'á']
  expect([...pathsOf(kind!, paths)]).toEqual([
    ['A', 'projects/a.yaml'],
    ['a', 'projects/a-2.yaml'],
    ['b', 'projects/b.yaml'],
    ['á', 'projects/a-3.yaml'],
  ])
  expect([...pathsOf(kind!, paths.toReversed())]).toEqual([...pathsOf(kind!, paths)])
  expect(pathsOf(kind!, ['a', 'A'], new Map([['a', 'mine/x.yaml']]))).toEqual(
    new Map([
      ['A', 'projects/a.yaml'],
      ['a', 'mine/x.yaml'],
    ]),
  )
})
