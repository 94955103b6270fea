// Any base works: a path of the shop resolves to the same path against each.
const BASE = 'https://shop.invalid'

// Browsers remove or rewrite these characters before they parse an address.
const UNREADABLE = /[\s\\\p{Cc}\p{Cs}]/u

// A server or proxy that decodes again would find other segments in such a path.
const ENCODED_SEPARATOR = /%(?:25)*(?:2e|2f|5c)/i

/**
 * The path, query and fragment of a target in the shop, normalized as browsers do; undefined for any other target. A
 * target is a path that begins with `/`, or an address of one of `origins`. The result never leaves the origin that it is
 * resolved against, and normalizing it again does not change it.
 */
export function toInternalPath(target: string, origins: readonly string[] = []): string | undefined {
  if (UNREADABLE.test(target)) return undefined
  const isPath = target.startsWith('/')
  const base = isPath ? BASE : undefined
  if (!URL.canParse(target, base)) return undefined
  const { protocol, origin, username, password, pathname, search, hash } = new URL(target, base)
  // The origin of a `blob:` address could be the shop too.
  if (!/^https?:$/.test(protocol) || !(isPath ? [BASE] : origins).includes(origin)) return undefined
  if (username || password) return undefined
  if (pathname.startsWith('//') || ENCODED_SEPARATOR.test(writtenPath(target))) return undefined
  return pathname + search + hash
}

/** Whether the text can be the address of a picture: an https address, or a path of the shop. */
export const isPictureAddress = (text: string): boolean =>
  toInternalPath(text) !== undefined || (/^https:\/\//i.test(text) && URL.canParse(text))

/** A letter, digit, `-`, `.`, `_` or `~` that is encoded without need; servers decode it before they look at the path. */
const ENCODED_PLAIN = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi

/**
 * The one way to write the address of a picture: a picture of the shop, given as a path or at one of `origins`, has its path
 * as servers read it. Any other address stays as it is.
 */
export function toPictureAddress(text: string, origins: readonly string[]): string {
  const path = toInternalPath(pathAt(text, origins) ?? text)
  return path === undefined ? text : path.replace(ENCODED_PLAIN, decodeURIComponent)
}

/** What an address of one of the origins has behind the origin, with the leniency of browsers. */
function pathAt(text: string, origins: readonly string[]): string | undefined {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return undefined
  const { origin, pathname, search, hash } = new URL(text)
  return origins.includes(origin) ? pathname + search + hash : undefined
}

/** The path before normalizing, which would resolve encoded separators. */
const writtenPath = (target: string): string => target.split(/[?#]/, 1)[0] ?? ''
