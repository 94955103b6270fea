/** Values by key, of which those in use are kept. */
export interface Recent<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): void
}

/**
 * Keeps at most `maximum` values. When there are more, the oldest goes, unless it was asked for meanwhile: then it counts
 * as new, and is kept again only if it is asked for again.
 */
export function keepRecent<Key, Value>(maximum: number): Recent<Key, Value> {
  // A map remembers the order in which its keys came. A key that is taken out and put back at each question makes the map
  // search through all its former places, so the question is only noted.
  const kept = new Map<Key, { readonly value: Value; isUsed: boolean }>()
  const makeRoom = (): void => {
    for (const [oldest, entry] of kept) {
      if (kept.size <= maximum) return
      kept.delete(oldest)
      if (entry.isUsed) kept.set(oldest, { ...entry, isUsed: false })
    }
  }
  return {
    get: (key) => {
      const entry = kept.get(key)
      if (entry) entry.isUsed = true
      return entry?.value
    },
    set: (key, value) => {
      kept.delete(key)
      kept.set(key, { value, isUsed: false })
      makeRoom()
    },
  }
}
