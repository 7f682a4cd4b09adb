import { expect, it } from 'vitest'
import { DatabaseError } from '../../server/db/database-error'
import { MigrationError } from '../../server/db/migrate'
import { explain } from '../../server/explain'

const settings = { host: '127.0.0.1', port: 4000, folder: '/data' }
const cases: [unknown, RegExp, RegExp][] = [
  [new DatabaseError('IN_USE', { holder: 77 }), /in use by process 77: stop that one/, /em uso pelo processo 77/],
  [new DatabaseError('GONE'), /check DATABASE_URL/, /verifique DATABASE_URL/],
  [new DatabaseError('OTHER', { sqlState: '28P01' }), /refuses the role/, /recusa o papel/],
  [new DatabaseError('OTHER', { sqlState: '3D000' }), /database of DATABASE_URL/, /banco de DATABASE_URL/],
  [new DatabaseError('DISK_FULL'), /disk is full: make room for \/data/, /disco está cheio/],
  [new MigrationError('CHANGED', '0001'), /delete \/data and start again/, /apague \/data/],
  [new MigrationError('UNKNOWN', '0002'), /newer than this program/, /mais novo que este programa/],
  [Object.assign(new Error(), { code: 'EADDRINUSE', syscall: 'listen' }), /port 4000 .* PORT/, /porta 4000 .* PORT/],
  [
    Object.assign(new Error(), { code: 'EACCES', syscall: 'mkdir' }),
    /\/data cannot be made .* TOCSIN_DATA/,
    /TOCSIN_DATA/,
  ],
  [Object.assign(new Error(), { code: 'EACCES', syscall: 'listen' }), /set HOST and PORT/, /defina HOST e PORT/],
  [new RangeError('x:y'), /TOCSIN_FAULTS=x:y/, /TOCSIN_FAULTS=x:y/],
]

it.each(cases)('says in one line and both languages what to do about %s', (error, english, portuguese) => {
  for (const [locale, words] of [
    ['en-US', english],
    ['pt-BR', portuguese],
  ] as const) {
    const line = explain(locale, error, settings)
    expect(line).toMatch(words)
    expect(line).not.toContain('\n')
  }
})

it('names where an unforeseen error came from, and never what it said', () => {
  const line = explain('en-US', new Error('secret words'), settings)
  expect(line).toMatch(/explain\.test\.ts:\d+/)
  expect(line).not.toContain('secret')
})
