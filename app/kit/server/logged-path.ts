const LONGEST = 200

// As the token of a link has them.
const HEXADECIMAL = /[\da-f]{32}/i

// `@`, also encoded once or more often.
const AT_SIGN = /@|%(?:25)*40/i

/**
 * A path for the log: at most 200 characters, with `…` for each segment that contains an e-mail address or 32 hexadecimal
 * digits, and for the token of a password reset. Linear in the length of the path.
 */
export function loggedPath(path: string): string {
  const segments = path.split('/')
  const kept = segments.map((segment, index) =>
    segments[index - 1] === 'reset-password' || AT_SIGN.test(segment) || HEXADECIMAL.test(segment)
      ? '…'
      : segment,
  )
  const shown = kept.join('/')
  return shown.length > LONGEST ? `${shown.slice(0, LONGEST)}…` : shown
}
