import { DEMO_PASSWORD } from '../fixtures/users'
import type { TestWorld } from './world'

/** The token of a session that begins now, for tests whose clock goes on by hours. */
export async function freshToken(world: TestWorld, username: string): Promise<string> {
  const { body } = await world.call(null, 'POST', 'authentication/login', { username, password: DEMO_PASSWORD })
  return (body.data as { token: string }).token
}
