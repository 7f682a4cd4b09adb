import { describe, expect, it } from 'vitest'
import { LOCALES } from '../base/constants'
import { fieldsOf } from './fields-of'
import { choiceOf, inputLabelOf, labelOf } from './field-words'
import { actionBefore, createVocabulary, type Translate } from './i18n'
import type { Field, Fields } from './resource'
import { allResources } from '../resources/index'

/** Every field that lies in these, however deep, by its path. */
const within = (fields: Fields, before = ''): [path: string, field: Field][] =>
  Object.entries(fields).flatMap(([name, field]): [string, Field][] => [
    [`${before}${name}`, field],
    ...within(fieldsOf(field), `${before}${name}.`),
  ])

describe.each(LOCALES)('the words of records in %s', async (locale) => {
  const vocabulary = createVocabulary()
  const resources = await allResources()
  for (const { name, messages } of resources) vocabulary.add(['resources', name], messages)
  /** The words of this language alone, since a word of the other one does not count. An unknown key stays the key. */
  const t: Translate = (key) => (vocabulary.has(locale, key) ? `a word: ${vocabulary.translate(locale)(key)}` : key)

  it.each(resources.map((resource) => [resource.name, resource] as const))(
    'LANG-01 name every field of %s, in groups and lists too, and every choice',
    (_, resource) => {
      const raw: string[] = []
      for (const [path, field] of within(resource.fields)) {
        if (!labelOf(resource, path, t).startsWith('a word')) raw.push(path)
        for (const choice of field.choices ?? [])
          if (!choiceOf(resource, path, choice, t).startsWith('a word')) raw.push(`${path} = ${choice}`)
      }
      expect(raw).toEqual([])
    },
  )

  it.each(resources.map((resource) => [resource.name, resource] as const))(
    'LANG-01 name every action of %s and what it asks for',
    (_, resource) => {
      const say = vocabulary.translate(locale)
      for (const [action, { input = {} }] of Object.entries(resource.actions)) {
        expect(vocabulary.has(locale, `resources.${resource.name}.actions.${action}`), action).toBe(true)
        for (const path of Object.keys(input)) expect(inputLabelOf(resource, action, path, say)).not.toBe(path)
      }
    },
  )

  it.each(resources.map((resource) => [resource.name, resource] as const))(
    'make a sentence of every action of %s and of what it is done to',
    (_, { name, actions }) => {
      const say = vocabulary.translate(locale)
      // A verb alone, or words that lead to a name: never `Create an API token` followed by one.
      const broken = Object.keys(actions)
        .map((action) => actionBefore(name, action, say))
        .filter((verb) => !/^[\p{L}-]+$/u.test(verb) && !/ (of|on|to|for|from|as|a|de|para|como)$/.test(verb))
      expect(broken).toEqual([])
    },
  )
})
