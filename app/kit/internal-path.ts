// Any base will do: a path of the shop's own is resolved the same way against each.
const BASE = 'https://shop.invalid'

// Browsers drop or rewrite these before they read an address.
const UNREADABLE = /[\s\\\p{Cc}\p{Cs}]/u

// A server or proxy that decodes once more would find other segments in such a path.
const ENCODED_SEPARATOR = /%(?:25)*(?:2e|2f|5c)/i

/**
 * The path, query and fragment of a target that lies in the shop, normalized as browsers normalize it; undefined for
 * any other target. A target is a path that begins with `/`, or an address of one of `origins`. The result never
 * leaves the origin that it is resolved against, and is returned unchanged when it is given to this function again.
 */
export function toInternalPath(target: string, origins: readonly string[] = []): string | undefined {
  if (UNREADABLE.test(target)) return undefined
  const isPath = target.startsWith('/')
  const base = isPath ? BASE : undefined
  if (!URL.canParse(target, base)) return undefined
  const { protocol, origin, username, password, pathname, search, hash } = new URL(target, base)
  // A blob's origin is the shop's too.
  if (!/^https?:$/.test(protocol) || !(isPath ? [BASE] : origins).includes(origin)) return undefined
  if (username || password) return undefined
  if (pathname.startsWith('//') || ENCODED_SEPARATOR.test(writtenPath(target))) return undefined
  return pathname + search + hash
}

/** Whether that is where a picture of the shop may come from: an https address, or a path of the shop's own. */
export const isPictureAddress = (text: string): boolean =>
  toInternalPath(text) !== undefined || (/^https:\/\//i.test(text) && URL.canParse(text))

/** As it was given, since normalizing resolves some of what is looked for. */
const writtenPath = (target: string): string => target.split(/[?#]/, 1)[0] ?? ''
