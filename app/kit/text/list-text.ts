/** "a", "a and b", "a, b and c". Without `Intl`, whose first use is slow on a phone. */
export function listText(texts: readonly string[]): string {
  const last = texts.slice(-1)
  return texts.length < 2 ? last.join() : `${texts.slice(0, -1).join(', ')} and ${last}`
}

/** The text, or its first `most` characters and an ellipsis: what a visitor typed can be of any length. */
export const shortenEnd = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}…` : text

const HEAD = 8
const TAIL = 4

/** Keeps both ends, where similar ids differ; short ids stay unchanged. */
export function shortenMiddle(value: string): string {
  if (value.length <= HEAD + TAIL + 1) return value
  return `${value.slice(0, HEAD)}…${value.slice(-TAIL)}`
}
