import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Config } from '#kit/config/config.ts'
import { AppError, toProblem } from './app-error.ts'
import { NOTHING_RUNS, securityHeaders } from './headers.ts'

const CLOSE_AFTER_MS = 1000

/** Refuses requests that never reach the web application, with problem documents like every other refusal. */
export interface FallbackResponses {
  /** For a request that Node accepts and the framework does not. */
  refuseRequest(): Response
  /** For bytes that are no HTTP request; closes the connection after the response. */
  refuseBytes(error: UnreadableBytes, socket: Duplex): void
  /** For `/readyz` before the shop is ready. */
  refuseEarly(response: ServerResponse): void
}

/** The error of Node's parser; `rawPacket` has the bytes that were read last. */
type UnreadableBytes = Error & { readonly code?: string; readonly rawPacket?: Buffer }

const unreadable = (): AppError => new AppError('bad_request', 'The request could not be understood.')

export function createFallbackResponses(config: Config): FallbackResponses {
  const common = { ...securityHeaders(config), 'Content-Security-Policy': NOTHING_RUNS }
  const responseTo = (error: AppError) => {
    const headers = { ...common, ...error.headers, 'Cache-Control': 'no-store' }
    const body = JSON.stringify(toProblem(error))
    return { status: error.status, headers: { ...headers, 'Content-Type': 'application/problem+json' }, body }
  }
  return {
    refuseRequest: () => {
      const { status, headers, body } = responseTo(unreadable())
      return new Response(body, { status, headers })
    },
    refuseBytes: (error, socket) => {
      if (!socket.writable) return void socket.destroy()
      const tooLong = new AppError('headers_too_large', 'The address or a header is too long.')
      const refusal = responseTo(error.code === 'HPE_HEADER_OVERFLOW' ? tooLong : unreadable())
      const { status, headers, body } = refusal
      const isHead = error.rawPacket?.subarray(0, 5).toString('latin1') === 'HEAD '
      const lines = Object.entries({
        ...headers,
        'Content-Length': Buffer.byteLength(body),
        Connection: 'close',
      })
      socket.end(
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n${isHead ? '' : body}`,
      )
      // Closing a connection while the caller still sends would reset it, and the response would be lost.
      socket.resume()
      setTimeout(() => socket.destroy(), CLOSE_AFTER_MS).unref()
    },
    refuseEarly: (response) => {
      const opening = new AppError('unavailable', 'The shop is about to open.', {}, { 'Retry-After': '1' })
      const { status, headers, body } = responseTo(opening)
      response.writeHead(status, headers).end(body)
    },
  }
}
