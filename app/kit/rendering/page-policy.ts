import { createHash } from 'node:crypto'
import { REVALIDATE } from '#kit/server/headers.ts'

/** What a page may load from other hosts, as the sources of a content security policy. */
export interface OtherSources {
  readonly scripts: readonly string[]
  readonly connections: readonly string[]
  readonly frames: readonly string[]
}

const NO_OTHERS: OtherSources = { scripts: [], connections: [], frames: [] }

/**
 * A rendered page, or its data. A page gets a policy that allows only its own scripts and styles, and the sources in
 * `others`. Elements with the nonce of the rendering are allowed by their hash, and the nonce is removed, so the page is the
 * same for everyone and can be cached. Injected elements have no nonce and do not run.
 */
export async function withPolicy(
  page: Response,
  nonce: string,
  others: OtherSources = NO_OTHERS,
): Promise<Response> {
  const { status } = page
  const headers = new Headers(page.headers)
  headers.set('Cache-Control', headers.get('Cache-Control') ?? REVALIDATE)
  // The data of a page.
  if (!headers.get('Content-Type')?.startsWith('text/html'))
    return new Response(page.body, { status, headers })
  const html = await page.text()
  const scripts = inlineHashes(html, 'script', nonce)
  const styles = inlineHashes(html, 'style', nonce)
  headers.set('Content-Security-Policy', contentSecurityPolicy(others, scripts, styles))
  headers.delete('Content-Length')
  return new Response(html.replaceAll(` nonce="${nonce}"`, ''), { status, headers })
}

function contentSecurityPolicy(
  others: OtherSources,
  scripts: readonly string[],
  styles: readonly string[],
): string {
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...scripts, ...others.scripts].join(' '),
    ['style-src', "'self'", ...styles].join(' '),
    "img-src 'self' https: data:",
    "font-src 'self'",
    ["connect-src 'self'", ...others.connections].join(' '),
    `frame-src ${others.frames.length > 0 ? others.frames.join(' ') : "'none'"}`,
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
