import { createHash } from 'node:crypto'
import type { Config } from '#kit/config/config.ts'

/**
 * A rendered page with the policy that lets only its own scripts and styles run, and the payment provider's where it
 * is real. What carries the nonce of the rendering is named by its hash and the nonce goes, so the page is the same
 * for everyone and can be kept. Whatever else got into the page carries no nonce, is not named and does not run.
 */
export async function withPolicy(page: Response, config: Config, nonce: string): Promise<Response> {
  if (!page.headers.get('Content-Type')?.startsWith('text/html')) return page
  const html = await page.text()
  const headers = new Headers(page.headers)
  const scripts = inlineHashes(html, 'script', nonce)
  const styles = inlineHashes(html, 'style', nonce)
  headers.set('Content-Security-Policy', contentSecurityPolicy(config, scripts, styles))
  headers.set('Cache-Control', headers.get('Cache-Control') ?? 'no-cache')
  headers.delete('Content-Length')
  return new Response(html.replaceAll(` nonce="${nonce}"`, ''), { status: page.status, headers })
}

// What Stripe's security guide names for card payments, and nothing beside it.
const STRIPE_SCRIPTS = ['https://js.stripe.com', 'https://*.js.stripe.com']

function contentSecurityPolicy(
  config: Config,
  scripts: readonly string[],
  styles: readonly string[],
): string {
  const stripe = config.stripe !== undefined
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...scripts, ...(stripe ? STRIPE_SCRIPTS : [])].join(' '),
    ['style-src', "'self'", ...styles].join(' '),
    "img-src 'self' https: data:",
    "font-src 'self'",
    `connect-src 'self'${stripe ? ' https://api.stripe.com' : ''}`,
    `frame-src ${stripe ? [...STRIPE_SCRIPTS, 'https://hooks.stripe.com'].join(' ') : "'none'"}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function inlineHashes(html: string, element: 'script' | 'style', nonce: string): string[] {
  const pattern = new RegExp(`<${element}\\b([^>]*)>([\\s\\S]*?)</${element}>`, 'g')
  const hashes = new Set<string>()
  for (const [, attributes = '', content = ''] of html.matchAll(pattern)) {
    if (!attributes.includes(`nonce="${nonce}"`) || content === '') continue
    hashes.add(`'sha256-${createHash('sha256').update(content).digest('base64')}'`)
  }
  return [...hashes]
}
