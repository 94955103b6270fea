/** Values by key, of which the least recently used are evicted. */
export interface LruCache<Key, Value> {
  /** Returns the value and marks it as used. */
  get(key: Key): Value | undefined
  set(key: Key, value: Value): void
  clear(): void
  readonly size: number
  /** The total weight of all values; 0 without `weights`. */
  readonly weight: number
}

interface Weights<Key, Value> {
  /** The maximum total weight. */
  readonly maximum: number
  readonly of: (key: Key, value: Value) => number
}

/**
 * Keeps at most `maximum` values, and at most the weight that `weights` allows. Above that the oldest value is evicted,
 * unless it was used since it was set or last spared: then it counts as new.
 */
export function createLruCache<Key, Value>(
  maximum: number,
  weights?: Weights<Key, Value>,
): LruCache<Key, Value> {
  // A map iterates in insertion sequence. Deleting and reinserting the key at each `get` would slow that iteration down,
  // so `get` only sets a flag.
  const entries = new Map<Key, { readonly value: Value; readonly weight: number; isUsed: boolean }>()
  let weight = 0
  const remove = (key: Key): void => {
    weight -= entries.get(key)?.weight ?? 0
    entries.delete(key)
  }
  const evict = (): void => {
    for (const [oldest, entry] of entries) {
      if (entries.size <= maximum && weight <= (weights?.maximum ?? 0)) return
      if (entry.isUsed) {
        entries.delete(oldest)
        entries.set(oldest, { ...entry, isUsed: false })
      } else remove(oldest)
    }
  }
  return {
    get: (key) => {
      const entry = entries.get(key)
      if (entry) entry.isUsed = true
      return entry?.value
    },
    set: (key, value) => {
      remove(key)
      const added = weights?.of(key, value) ?? 0
      entries.set(key, { value, weight: added, isUsed: false })
      weight += added
      evict()
    },
    clear: () => {
      entries.clear()
      weight = 0
    },
    get size() {
      return entries.size
    },
    get weight() {
      return weight
    },
  }
}
