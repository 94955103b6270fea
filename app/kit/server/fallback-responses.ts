import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Config } from '#kit/config/config.ts'
import { securityHeaders } from './headers.ts'
import { AppError, toProblem } from './problem.ts'

const HANG_UP_AFTER_MS = 1000

/** Answers by hand what never reaches the web application: a refusal like every other. */
export interface FallbackResponses {
  /** What Node took for a request, and the framework did not. */
  refuseRequest(): Response
  /** What Node did not take for one; the line is cut after the answer. */
  refuseBytes(error: Error & { code?: string }, socket: Duplex): void
  /** What comes before the shop is open. */
  refuseEarly(response: ServerResponse): void
}

const unreadable = (): AppError => new AppError('bad_request', 'The request could not be understood.')

export function createFallbackResponses(config: Config): FallbackResponses {
  const always = securityHeaders(config)
  const answerOf = (error: AppError) => {
    const headers = { ...always, ...error.headers, 'Cache-Control': 'no-store' }
    const body = JSON.stringify(toProblem(error))
    return { status: error.status, headers: { ...headers, 'Content-Type': 'application/problem+json' }, body }
  }
  return {
    refuseRequest: () => {
      const { status, headers, body } = answerOf(unreadable())
      return new Response(body, { status, headers })
    },
    refuseBytes: (error, socket) => {
      if (!socket.writable) return void socket.destroy()
      const tooLong = new AppError('headers_too_large', 'The address or a header is too long.')
      const refusal = answerOf(error.code === 'HPE_HEADER_OVERFLOW' ? tooLong : unreadable())
      const { status, headers, body } = refusal
      const lines = Object.entries({
        ...headers,
        'Content-Length': Buffer.byteLength(body),
        Connection: 'close',
      })
      socket.end(
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n${body}`,
      )
      // Cutting a line on which the caller still speaks would take the answer back.
      socket.resume()
      setTimeout(() => socket.destroy(), HANG_UP_AFTER_MS).unref()
    },
    refuseEarly: (response) => {
      const opening = new AppError('unavailable', 'The shop is about to open.', {}, { 'Retry-After': '1' })
      const { status, headers, body } = answerOf(opening)
      response.writeHead(status, headers).end(body)
    },
  }
}
