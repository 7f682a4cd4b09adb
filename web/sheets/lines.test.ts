import { expect, it } from 'vitest'
import { clients } from '@tocsin/core/resources/clients/index'
import { surveyResults } from '@tocsin/core/resources/survey-results/index'
import { registrationData } from '@tocsin/core/resources/registration-data/index'
import { exportLine, importLine, listLine } from './lines'

const plain = {
  target: { resource: 'sites' },
  name: 'sites.csv',
  clientId: 7,
  mode: 'create',
  onError: 'stop',
} as const

it('spells an import as a terminal reads it', () => {
  expect(importLine(plain)).toBe('tocsin sites import sites.csv --client=7')
  expect(importLine({ ...plain, target: { resource: 'teams' }, mode: 'upsert', onError: 'skip' })).toBe(
    'tocsin teams import sites.csv --client=7 --mode=upsert --on-error=skip',
  )
  expect(importLine({ ...plain, encoding: 'cp850' })).toBe('tocsin sites import sites.csv --client=7 --encoding=cp850')
  expect(importLine({ ...plain, name: "-d'água 2.csv" })).toBe(`tocsin sites import './-d'\\''água 2.csv' --client=7`)
})

it('spells an import of registration data with its schema, and the mode where it is not to replace', () => {
  const into = { ...plain, target: { resource: 'registration-data', contentId: 'a b' }, name: 'x.csv' } as const
  expect(importLine({ ...into, mode: 'upsert' })).toBe(
    "tocsin registration-data import x.csv --client=7 '--content-id=a b'",
  )
  expect(importLine(into)).toBe("tocsin registration-data import x.csv --client=7 '--content-id=a b' --mode=create")
})

it('spells an export with its format', () => {
  expect(exportLine('team', 12, 'tsv')).toBe('tocsin teams export --client=12 --output=tsv')
})

it('spells the export of a list with its filter and order, and without where the screen stood in it', () => {
  const query = { q: 'água', order: 'name DESC', showInactive: true, limit: 50, offset: 100 }
  expect(listLine(clients, query, 'csv')).toBe(
    "tocsin clients list '--q=água' '--order=name DESC' --show-inactive --all --output=csv",
  )
})

it('SURV-08 spells the export of the results of a survey, which has a column for each question', () => {
  const query = { SurveyId: 3, q: 'helena', order: 'createdAt DESC', limit: 50 }
  expect(listLine(surveyResults, query, 'tsv')).toBe(
    "tocsin survey-results export --q=helena '--order=createdAt DESC' --survey=3 --output=tsv",
  )
})

it('S01 spells the export of registration data as the sheet that it is', () => {
  const query = { RegistrationDataSchemaId: 2, q: 'sul', order: 'key DESC', limit: 50 }
  expect(listLine(registrationData, query, 'tsv')).toBe(
    'tocsin registration-data export --q=sul --registration-data-schema=2 --output=tsv',
  )
})
