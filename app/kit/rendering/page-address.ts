import type { MiddlewareHandler } from 'hono'
import { TOKEN_IN_ADDRESS } from '#kit/server/headers.ts'

/**
 * The canonical path of a page: lower case, as all pages and ids of the shop are, without empty segments, trailing slash
 * and needless escapes. `path` is that of a parsed `URL`; the result begins with exactly one slash, so it never names
 * another host.
 */
export function pageAddress(path: string): string {
  const plain = path
    .replace(/%[0-9a-f]{2}/gi, unescaped)
    .replace(/\/+/g, '/')
    .toLowerCase()
  return plain.length > 1 && plain.endsWith('/') ? plain.slice(0, -1) : plain
}

function unescaped(code: string): string {
  const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
  return /[\w.~-]/.test(character) ? character : code
}

/**
 * Redirects other spellings of a page's path permanently to its canonical path; the query stays. Any of them may contain
 * the token of a link, so no browser and no proxy keeps them.
 */
export const redirectToPageAddress: MiddlewareHandler = async (c, next) => {
  const { pathname, search } = new URL(c.req.url)
  const address = pageAddress(pathname)
  if (address === pathname) return next()
  for (const [name, value] of Object.entries(TOKEN_IN_ADDRESS)) c.header(name, value)
  return c.redirect(address + search, 308)
}
