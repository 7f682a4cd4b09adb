import { beforeAll, expect, it } from 'vitest'
import { loadResources, resourceOf } from '../data/resources'
import { wordsIn } from '../words'
import { namesOfChanges } from './changed-names'

beforeAll(loadResources)

it('names the changed fields of a form in one text, each once, in both languages', () => {
  const names = (locale: 'en-US' | 'pt-BR', paths: readonly string[]) =>
    namesOfChanges(resourceOf('channels'), paths, wordsIn(locale), locale)
  expect(names('en-US', ['label', 'config.textColor'])).toBe('Title and Text colour')
  expect(names('pt-BR', ['label', 'config.textColor', 'tag'])).toBe('Título, Cor do texto e Tag')
  expect(names('en-US', ['config.schema.fields.0.title', 'config.schema.fields.1.title'])).toBe(
    names('en-US', ['config.schema.fields.0.title']),
  )
})
