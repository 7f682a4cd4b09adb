import { expect, it } from 'vitest'
import { partsOf } from './message-parts'

const origin = 'http://127.0.0.1:4000'

it('finds the code and the link of a message, and leaves the rest as it is', () => {
  expect(partsOf('Your code is AB23CDE\n\nOnce.', origin)).toEqual([
    { kind: 'text', text: 'Your code is ' },
    { kind: 'code', text: 'AB23CDE' },
    { kind: 'text', text: '\n\nOnce.' },
  ])
  const link = `${origin}/password-reset?authorization=eyJhbGciOi.AB23CDE`
  expect(partsOf(`open\n${link}\n\nbye`, origin)).toEqual([
    { kind: 'text', text: 'open\n' },
    { kind: 'link', text: link },
    { kind: 'text', text: '\n\nbye' },
  ])
})

it('opens nothing of another origin, and takes no word for a code', () => {
  for (const text of [
    'https://elsewhere.test/x',
    `${origin}.elsewhere.test/x`,
    'javascript:alert(1)',
    'WARNING, CONSOLE, 1234567, ABCDEFGH',
  ])
    expect(
      partsOf(text, origin).filter(({ kind }) => kind !== 'text'),
      text,
    ).toEqual([])
})
