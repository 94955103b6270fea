import type { MiddlewareHandler } from 'hono'

/**
 * The one address of the page that is found at this path: lower case, as all pages and ids of the shop are, no empty
 * segments, no slash at the end, and letters that need no escape are not escaped. Takes the path of a parsed `URL`;
 * what it gives begins with one slash, so it never names another host.
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

/** Redirects other spellings of a page's path to its one address, for good; the query stays. */
export const redirectToPageAddress: MiddlewareHandler = async (c, next) => {
  const { pathname, search } = new URL(c.req.url)
  const address = pageAddress(pathname)
  return address === pathname ? next() : c.redirect(address + search, 308)
}
