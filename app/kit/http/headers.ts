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

/** Sets them, and on what is no page a policy by which nothing in it runs. Pages have policies of their own. */
export function secureHeaders(config: Config): MiddlewareHandler {
  const headers = Object.entries(securityHeaders(config))
  return async (c, next) => {
    await next()
    for (const [name, value] of headers) c.header(name, value)
    const type = c.res.headers.get('Content-Type') ?? ''
    if (type.startsWith('text/html') || c.res.headers.has('Content-Security-Policy')) return
    c.header('Content-Security-Policy', type.startsWith('image/svg') ? DRAWING : NOTHING_RUNS)
  }
}
