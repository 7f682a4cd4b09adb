import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError } from '@tocsin/core/base/errors'
import { failureBody } from './failures'
import type { Parts } from '../context/parts'
import { securityHeaders } from './security-headers'

/** The status for malformed bytes, by Node's own code; 400 for any other code. */
const STATUS: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/**
 * Returns the handler of bytes that are no request. It answers them with the usual envelope, under a new request id,
 * and closes the connection.
 */
export function answerMalformed({ newRequestId, log }: Pick<Parts, 'newRequestId' | 'log'>) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    // Nobody can read the answer, or another one is on its way already.
    if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) return void socket.destroy(error)
    const requestId = newRequestId()
    const status = STATUS[error.code ?? ''] ?? 400
    const body = JSON.stringify(failureBody(new ApiError({ status, code: 'BAD_REQUEST' }), requestId))
    const headers = {
      ...securityHeaders('/api'),
      'X-Server-Request-Id': requestId,
      'Cache-Control': 'no-store',
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      Connection: 'close',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    log({ level: 'info', event: 'request', requestId, method: '', route: '', status, milliseconds: 0 })
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  }
}
