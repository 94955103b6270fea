import type { MiddlewareHandler } from 'hono'
import type { Config } from '#kit/config/config.ts'

const A_YEAR_S = 31_536_000

/** Headers that every answer carries. */
export function secureHeaders(config: Config): MiddlewareHandler {
  const https = config.publicUrl.startsWith('https:')
  return async (c, next) => {
    await next()
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('X-Frame-Options', 'DENY')
    c.header('Referrer-Policy', 'strict-origin-when-cross-origin')
    c.header('Cross-Origin-Opener-Policy', 'same-origin')
    c.header('Permissions-Policy', 'camera=(), geolocation=(), microphone=()')
    if (https) c.header('Strict-Transport-Security', `max-age=${A_YEAR_S}; includeSubDomains`)
  }
}
