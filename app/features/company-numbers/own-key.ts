/**
 * The key by which an own number is found and is unique: in any case, as part numbers of the shop are compared, and with plain dashes,
 * slashes and blanks for those that programs put in their place, as in the lines of a pasted list.
 */
export const ownKey = (own: string): string =>
  own
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[‐‑‒–—−⁃﹣]/g, '-')
    .replace(/[⁄∕\\]/g, '/')
    .replace(/[✕✖*]/g, '×')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
