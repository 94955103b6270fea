/** "a", "a and b", "a, b and c". Without `Intl`, whose first use is slow on a phone. */
export function listText(texts: readonly string[]): string {
  const last = texts.slice(-1)
  return texts.length < 2 ? last.join() : `${texts.slice(0, -1).join(', ')} and ${last}`
}
