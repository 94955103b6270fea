const HEAD = 8
const TAIL = 4

/** Keeps both ends, since ids made in a row differ at one of them; short ids stay whole. */
export function shortenMiddle(value: string): string {
  if (value.length <= HEAD + TAIL + 1) return value
  return `${value.slice(0, HEAD)}…${value.slice(-TAIL)}`
}
