import type { FastifyInstance } from 'fastify'
import { single } from '../http/answers'
import { answer, text } from '../http/describe'
import { notFound } from '../http/failures'
import { route } from '../http/route'
import { profileOf } from './session-answer'

const tokenSchema = {
  type: ['object', 'null'],
  required: ['id', 'name', 'ClientId', 'expiresAt'],
  properties: {
    id: { type: 'integer' },
    name: text,
    ClientId: { type: ['integer', 'null'] },
    expiresAt: { type: 'string', format: 'date-time' },
  },
}

/** Adds the route that says who a bearer token belongs to: a script with a token alone knows nothing of its user. */
export function whoamiRoutes(scope: FastifyInstance): void {
  route(scope, '/whoami', {
    GET: {
      describes: () =>
        answer('The profile of the asker, and the token of a user that was sent', {
          type: 'object',
          required: ['profile', 'token'],
          properties: { profile: { type: 'object' }, token: tokenSchema },
        }),
      handler: async ({ id, actor }) => {
        if (!actor) throw notFound()
        const { token } = actor
        // A token for one client makes its user a manager of that client, but the profile tells their own role.
        const profile = profileOf(token ? { ...actor, role: token.role } : actor)
        const told = token && { id: token.id, name: token.name, ClientId: token.ClientId, expiresAt: token.expiresAt }
        return single(id, { profile, token: told ?? null })
      },
    },
  })
}
