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

/** A page with the policy that lets only its own scripts run; the payment provider's hosts only where it is real. */
export function pageHeaders(page: Response, config: Config, nonce: string): Response {
  if (!page.headers.get('Content-Type')?.startsWith('text/html')) return page
  const headers = new Headers(page.headers)
  headers.set('Content-Security-Policy', contentSecurityPolicy(config, nonce))
  headers.set('Cache-Control', headers.get('Cache-Control') ?? 'no-cache')
  return new Response(page.body, { status: page.status, statusText: page.statusText, headers })
}

function contentSecurityPolicy(config: Config, nonce: string): string {
  const stripe = config.stripe !== undefined
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${stripe ? ' https://js.stripe.com' : ''}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' https: data:",
    "font-src 'self'",
    `connect-src 'self'${stripe ? ' https://api.stripe.com' : ''}`,
    `frame-src ${stripe ? 'https://js.stripe.com https://hooks.stripe.com' : "'none'"}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
