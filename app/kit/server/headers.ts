import type { MiddlewareHandler } from 'hono'
import type { Config } from '#kit/config/config.ts'

const A_YEAR_S = 31_536_000

const NOTHING_RUNS = "default-src 'none'; frame-ancestors 'none'"

// A drawing carries its own style; opened by itself it can still load and run nothing.
const DRAWING = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

/** The headers that every answer carries, whoever gives it. */
export function securityHeaders({ publicUrl }: Config): Readonly<Record<string, string>> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    ...(publicUrl.startsWith('https:') && {
      'Strict-Transport-Security': `max-age=${A_YEAR_S}; includeSubDomains`,
    }),
  }
}

/** For an answer to an address that holds a token: kept nowhere, and told to no other site. */
export const TOKEN_IN_ADDRESS = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' } as const

/**
 * Sets them, and on what is no page a policy by which nothing in it runs. Pages have policies of their own, and what
 * has a token in its address asks for a stricter `Referrer-Policy`.
 */
export function secureHeaders(config: Config): MiddlewareHandler {
  const own = Object.entries(securityHeaders(config))
  return async (c, next) => {
    await next()
    // Not by `c.header`, which wraps an answer that is there anew for each, and its body in a stream.
    const { headers } = c.res
    const isUntraced = headers.get('Referrer-Policy') === 'no-referrer'
    for (const [name, value] of own) headers.set(name, value)
    if (isUntraced) headers.set('Referrer-Policy', 'no-referrer')
    const type = headers.get('Content-Type') ?? ''
    if (type.startsWith('text/html') || headers.has('Content-Security-Policy')) return
    headers.set('Content-Security-Policy', type.startsWith('image/svg') ? DRAWING : NOTHING_RUNS)
  }
}
