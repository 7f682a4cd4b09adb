import { expect, it } from 'vitest'
import { spanInWords } from './span'

it('writes a span in its largest unit, in both languages', () => {
  const minutes = (count: number) => count * 60_000
  expect(
    [-5, 0, 59_999, minutes(1), minutes(59), minutes(60), minutes(1439)].map((span) => spanInWords(span, 'en-US')),
  ).toEqual(['1 minute', '1 minute', '1 minute', '1 minute', '59 minutes', '1 hour', '23 hours'])
  expect([minutes(60 * 24), minutes(60 * 24 * 400)].map((span) => spanInWords(span, 'pt-BR'))).toEqual([
    '1 dia',
    '400 dias',
  ])
})
