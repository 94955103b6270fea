const LONGEST = 200

// `@`, also where it is encoded, once or more often.
const AT_SIGN = /@|%(?:25)*40/i

/**
 * A path as it may be logged: at most 200 characters, a segment with an e-mail address in it and the token of a link
 * that resets a password each replaced by `…`. Takes time in proportion to the length of the path.
 */
export function loggedPath(path: string): string {
  const segments = path.split('/')
  const kept = segments.map((segment, place) =>
    segments[place - 1] === 'reset-password' || AT_SIGN.test(segment) ? '…' : segment,
  )
  const shown = kept.join('/')
  return shown.length > LONGEST ? `${shown.slice(0, LONGEST)}…` : shown
}
