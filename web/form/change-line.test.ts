import { describe, expect, it } from 'vitest'
import { commandsOf } from '@tocsin/core/command-line/commands'
import { parseCommand } from '@tocsin/core/command-line/line'
import { clients } from '@tocsin/core/resources/clients/index'
import { sites } from '@tocsin/core/resources/sites/index'
import { users } from '@tocsin/core/resources/users/index'
import { beyondDefaults, lineOfChange } from './change-line'

describe('the line that makes the same change in a terminal', () => {
  it('names only what changed', () => {
    expect(lineOfChange(sites, 12, { name: 'Abaete', 'location.city': 'São João', tag: null })).toBe(
      "tocsin sites update 12 --name=Abaete --tag= '--location.city=São João'",
    )
  })

  it('is read back as the same change', () => {
    const changes = { name: 'Novo; rm -rf', radius: 2.5, active: false, MobileProfiles: [{ name: 'Ana' }] }
    expect(parseCommand(lineOfChange(sites, 12, changes)!, commandsOf(sites))).toMatchObject({
      verb: 'update',
      refs: [12],
      values: changes,
    })
  })

  it('leaves defaults out of the line of a new record', () => {
    const draft = { name: 'Novo', ClientId: 2, radius: 0.1, active: true, location: { formatted: 'Rua', city: null } }
    expect(beyondDefaults(sites, draft)).toEqual({ name: 'Novo', ClientId: 2, 'location.formatted': 'Rua' })
    expect(lineOfChange(clients, null, { name: 'Nova', 'manager.username': 'ana' })).toBe(
      'tocsin clients create --name=Nova --manager.username=ana',
    )
  })

  it('never holds a password', () => {
    const line = lineOfChange(users, 7, { password: 'Secret123', passwordConfirm: 'Secret123' })
    expect(line).toBe('tocsin users update 7 --password-stdin < password.txt')
  })
})
