import { describe, expect, it } from 'vitest'
import { folded } from './references'

describe('names', () => {
  it('are the same whatever their case, accents and form of composition', () => {
    expect(folded('  SÃO Paulo ')).toBe('sao paulo')
    expect(folded('Sa\u0303o Paulo')).toBe(folded('São Paulo'))
    expect(folded('Maçã')).not.toBe(folded('Mala'))
  })
})
