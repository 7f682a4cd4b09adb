import { expect, it } from 'vitest'
import { nameFrom, pastedChoices, valueFrom } from './texts'

it('FIELD-06 makes a name from a title, which no other field has and which is short enough', () => {
  const name = (title: string, ...taken: string[]) => nameFrom(title, new Set(taken), 'campo')
  expect(name('Onde você trabalha?')).toBe('onde_voce_trabalha')
  expect(name('  CPF  ', 'cpf')).toBe('cpf_2')
  expect(name('CPF', 'cpf', 'cpf_2')).toBe('cpf_3')
  expect(name('', 'campo')).toBe('campo_2')
  expect(name('東京')).toBe('campo')
  expect(name('a'.repeat(80))).toBe('a'.repeat(55))
  expect(name('a'.repeat(80), 'a'.repeat(55))).toBe(`${'a'.repeat(53)}_2`)
})

it('FIELD-09 makes a value from the text of a choice', () => {
  expect(valueFrom('Unidade de saúde', new Set())).toBe('unidade_de_saude')
  expect(valueFrom('Sim', new Set(['sim']))).toBe('sim_2')
  expect(valueFrom('東京', new Set())).toBe('東京')
  expect(valueFrom('  ', new Set())).toBe('')
})

it('takes pasted lines for choices, and a text in one line for a part of a text', () => {
  expect(pastedChoices('Manhã')).toBeNull()
  expect(pastedChoices('Manhã\n')).toBeNull()
  expect(pastedChoices('Manhã\r\n Tarde \n\nNoite')).toEqual([
    { text: 'Manhã', value: '' },
    { text: 'Tarde', value: '' },
    { text: 'Noite', value: '' },
  ])
  expect(pastedChoices('Manhã\tm\nTarde\tt\tmore')).toEqual([
    { text: 'Manhã', value: 'm' },
    { text: 'Tarde', value: 't' },
  ])
})
