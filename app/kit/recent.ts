/** Values by key, of which those in use are kept. */
export interface Recent<Key, Value> {
  /** The value, which counts as used. */
  get(key: Key): Value | undefined
  set(key: Key, value: Value): void
  clear(): void
  readonly size: number
  /** Of all values together; 0 where none is weighed. */
  readonly weight: number
}

interface Weights<Key, Value> {
  /** What all values together may weigh. */
  readonly maximum: number
  readonly of: (key: Key, value: Value) => number
}

/**
 * Keeps at most `maximum` values, and at most what `weights` allows. When there are more, the oldest goes, unless it was
 * asked for meanwhile: then it counts as new, and is kept again only if it is asked for again.
 */
export function keepRecent<Key, Value>(maximum: number, weights?: Weights<Key, Value>): Recent<Key, Value> {
  // A map lists its keys as they came. A key that is taken out and put back at each question makes the map
  // search through all its former places, so the question is only noted.
  const kept = new Map<Key, { readonly value: Value; readonly weight: number; isUsed: boolean }>()
  let weight = 0
  const drop = (key: Key): void => {
    weight -= kept.get(key)?.weight ?? 0
    kept.delete(key)
  }
  const makeRoom = (): void => {
    for (const [oldest, entry] of kept) {
      if (kept.size <= maximum && weight <= (weights?.maximum ?? 0)) return
      if (entry.isUsed) {
        kept.delete(oldest)
        kept.set(oldest, { ...entry, isUsed: false })
      } else drop(oldest)
    }
  }
  return {
    get: (key) => {
      const entry = kept.get(key)
      if (entry) entry.isUsed = true
      return entry?.value
    },
    set: (key, value) => {
      drop(key)
      const added = weights?.of(key, value) ?? 0
      kept.set(key, { value, weight: added, isUsed: false })
      weight += added
      makeRoom()
    },
    clear: () => {
      kept.clear()
      weight = 0
    },
    get size() {
      return kept.size
    },
    get weight() {
      return weight
    },
  }
}
