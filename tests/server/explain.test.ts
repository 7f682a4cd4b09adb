import { expect, it } from 'vitest'
import { DatabaseError } from '../../server/db/database-error'
import { LoginError } from '../../server/db/login'
import { MigrationError } from '../../server/db/migrate'
import { FolderError } from '../../server/db/private-folder'
import { StartLockError } from '../../server/db/start-lock'
import { explain } from '../../server/program/explain'

const settings = { host: '127.0.0.1', port: 4000, folder: '/data' }
const cases: [unknown, RegExp, RegExp][] = [
  [new DatabaseError('IN_USE', { holder: 77 }), /in use by process 77: stop that one/, /em uso pelo processo 77/],
  [new DatabaseError('GONE'), /check DATABASE_URL/, /verifique DATABASE_URL/],
  [new DatabaseError('OTHER', { sqlState: '28P01' }), /refuses the role/, /recusa o papel/],
  [new DatabaseError('OTHER', { sqlState: '3D000' }), /database of DATABASE_URL/, /banco de DATABASE_URL/],
  [
    new DatabaseError('OTHER', { sqlState: '23505', table: 'users', constraint: 'users_username' }),
    /refused a step of the start \(SQLSTATE 23505, users, users_username\)/,
    /recusou um passo do início \(SQLSTATE 23505, users, users_username\)/,
  ],
  [
    new DatabaseError('OTHER', { sqlState: '42501' }),
    /may not do what a start needs \(SQLSTATE 42501\): as an administrator run alter database/,
    /não pode fazer o que o início precisa \(SQLSTATE 42501\): como administrador execute alter database/,
  ],
  [
    new DatabaseError('CONFLICT'),
    /refused a step of the start \(CONFLICT\)/,
    /recusou um passo do início \(CONFLICT\)/,
  ],
  [
    new LoginError('CANNOT_MAKE', 'l'),
    /run alter role <owner> createrole, .*grant tocsin_search/,
    /execute alter role <dono> createrole, .*grant tocsin_search/,
  ],
  [new LoginError('REFUSED', 'l'), /login l .* pg_hba\.conf/, /login l,.* pg_hba\.conf/],
  [new LoginError('TOO_PRIVILEGED', 'l'), /may not run as l,/, /feitas como l,/],
  [new StartLockError(), /preparing the same database for half an hour/, /há meia hora outro servidor/],
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
  [new FolderError('/data/database'), /run chmod -R go-rwx \/data\/database/, /execute chmod -R go-rwx/],
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

it.each([Error, RangeError])('names where an unforeseen %o came from, and never what it said', (Unforeseen) => {
  const line = explain('en-US', new Unforeseen('secret words'), settings)
  expect(line).toMatch(/explain\.test\.ts:\d+/)
  expect(line).not.toContain('secret')
})
