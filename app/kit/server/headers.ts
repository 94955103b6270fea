import type { MiddlewareHandler } from 'hono'
import type { Config } from '#kit/config/config.ts'

const A_YEAR_S = 31_536_000

/** The policy of what is no page. */
export const NOTHING_RUNS = "default-src 'none'; frame-ancestors 'none'"

// An SVG has its own style; opened as a document it can still load and run nothing.
const DRAWING = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

/** The security headers of every response. */
export function securityHeaders({
  publicUrl,
  hsts,
}: Pick<Config, 'publicUrl' | 'hsts'>): Readonly<Record<string, string>> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    ...(publicUrl.startsWith('https:') && {
      // Other hosts below the name of the shop may have no https: only the operator can say so of them.
      'Strict-Transport-Security': [`max-age=${A_YEAR_S}`, ...(hsts ? [hsts] : [])].join('; '),
    }),
  }
}

/** Browsers ask again each time, so that changes show immediately; an ETag makes that cheap. */
export const REVALIDATE = 'no-cache'

/** The folder of the built scripts, styles and fonts. Their names change with their content. */
export const ASSETS = '/assets/'

/** For an address that contains a token: never cached, and never sent to another site. */
export const TOKEN_IN_ADDRESS = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' } as const

/**
 * Sets the security headers, and on responses other than pages a policy that runs nothing. Pages have their own policies,
 * and responses to addresses with a token have a stricter `Referrer-Policy`.
 */
export function secureHeaders(config: Config): MiddlewareHandler {
  const own = Object.entries(securityHeaders(config))
  return async (c, next) => {
    await next()
    // `c.header` would copy the response for each header, and wrap its body in a stream.
    const { headers } = c.res
    if (c.req.path.startsWith(ASSETS) && c.res.ok) {
      headers.delete('X-Request-Id')
      // A cache must not send a compressed file to a client that cannot read it, nor the other way round.
      headers.set('Vary', 'Accept-Encoding')
    }
    const hidesReferrer = headers.get('Referrer-Policy') === 'no-referrer'
    for (const [name, value] of own) headers.set(name, value)
    if (hidesReferrer) headers.set('Referrer-Policy', 'no-referrer')
    const type = headers.get('Content-Type') ?? ''
    if (type.startsWith('text/html') || headers.has('Content-Security-Policy')) return
    headers.set('Content-Security-Policy', type.startsWith('image/svg') ? DRAWING : NOTHING_RUNS)
  }
}

/** Of an XML file that is saved. The name has letters, digits, `.` and `-` only. */
export const xmlFileHeaders = (fileName: string) => ({
  'Content-Type': 'application/xml; charset=utf-8',
  'Content-Disposition': `attachment; filename="${fileName}"`,
})
