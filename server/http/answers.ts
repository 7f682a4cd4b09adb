import type { FastifyReply } from 'fastify'
import type { Row } from '../context/context'

/** Returns the envelope of a success with one value. */
export function single(requestId: string, data: unknown): Record<string, unknown> {
  return { success: true, data, meta: { id: requestId } }
}

/** Returns the envelope of a list. It has the total twice, as the two specifications read it. */
export function page(requestId: string, rows: unknown[], total: number): Record<string, unknown> {
  return { success: true, data: rows, meta: { id: requestId, total }, total }
}

/** Sends the record's version as an ETag, so that the next change can state the version that it is based on. */
export function tag(reply: FastifyReply, row: unknown): void {
  const version = (row as Row | null)?.version
  if (typeof version === 'number') reply.header('ETag', `"${version}"`)
}
