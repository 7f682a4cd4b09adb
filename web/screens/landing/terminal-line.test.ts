import { expect, it } from 'vitest'
import { terminalLine } from './terminal-line'

it('names the server only where the terminal would not find it by itself', () => {
  expect(terminalLine('http://127.0.0.1:4000', 'help')).toBe('npx --no-install tocsin help')
  expect(terminalLine('http://127.0.0.1:4001', 'help')).toBe(
    'TOCSIN_HOST=http://127.0.0.1:4001 npx --no-install tocsin help',
  )
})
