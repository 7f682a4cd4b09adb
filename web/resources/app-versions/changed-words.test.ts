import { expect, it } from 'vitest'
import { changedWords } from './changed-words'

const spelled = (before: string, after: string): string => {
  const signs = {
    same: (text: string) => text,
    gone: (text: string) => `[-${text}-]`,
    new: (text: string) => `[+${text}+]`,
  }
  return changedWords(before, after)
    .map(({ what, text }) => (what === 'left-out' ? '… ' : signs[what](text)))
    .join('')
}

it('tells which words changed, with four words around each', () => {
  const before = 'Use só em risco imediato. Este serviço não substitui a chamada para 190 ou 193.'
  expect(spelled(before, before.replace('190', '192'))).toBe('… substitui a chamada para [-190 -][+192 +]ou 193.')
  expect(spelled(before, before.replace('Use só', 'Use'))).toBe('Use [-só -]em risco imediato. Este … ')
  expect(spelled(before, `${before} Ligue!`)).toBe('… para 190 ou 193. [+Ligue!+]')
})

it('tells each of several changes, and what lies between two near ones', () => {
  expect(spelled('a b c d e f g h i j k l m n', 'A b c d e f g h i j k l m N')).toBe(
    '[-a -][+A +]b c d e … j k l m [-n-][+N+]',
  )
  expect(spelled('um dois três', 'um 2 três 4')).toBe('um [-dois -][+2 +]três [+4+]')
})

it('takes texts apart that have nothing in common, and those that are too long to be compared', () => {
  expect(spelled('um dois', 'três quatro')).toBe('[-um dois-][+três quatro+]')
  const [long, other] = ['a b ', 'c d '].map((words) => words.repeat(1000)) as [string, string]
  expect(changedWords(`x ${long}y`, `x ${other}y`).map(({ what }) => what)).toEqual(['same', 'gone', 'new', 'same'])
})
