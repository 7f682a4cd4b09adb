import { expect, it } from 'vitest'
import { fold } from './fold'

it('makes texts the same whatever their case, accents and form of composition', () => {
  expect(fold('SÃO Paulo')).toBe('sao paulo')
  expect(fold('Sa\u0303o Paulo')).toBe(fold('São Paulo'))
  expect(fold('Maçã')).not.toBe(fold('Mala'))
  expect(fold('Ødegård Straße')).toBe('odegard strase')
})
