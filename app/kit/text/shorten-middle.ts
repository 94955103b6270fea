const HEAD = 8
const TAIL = 4

/** Keeps both ends, where similar ids differ; short ids stay unchanged. */
export function shortenMiddle(value: string): string {
  if (value.length <= HEAD + TAIL + 1) return value
  return `${value.slice(0, HEAD)}…${value.slice(-TAIL)}`
}
