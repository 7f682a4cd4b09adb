import { expect, it } from 'vitest'
import type { Profile } from '@tocsin/core/api/session'
import { store } from '../store'
import { keepProfile, readProfiles, storeTroubleAtom } from './profiles'

it('says of a browser without a store that it keeps nothing, and no longer to sign in again', async () => {
  await readProfiles()
  expect(store.get(storeTroubleAtom)).toBe('unreadable')
  await keepProfile({ id: 1, name: 'Ana' } as Profile)
  await readProfiles()
  expect(store.get(storeTroubleAtom)).toBe('unwritable')
})
