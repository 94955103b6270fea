/** Values by key, of which the ones used last are kept. */
export interface Recent<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): void
}

/** Keeps at most `maximum` values; the one not used for longest goes first. */
export function keepRecent<Key, Value>(maximum: number): Recent<Key, Value> {
  // A map remembers the order in which its keys came: what is used is put at the end again.
  const kept = new Map<Key, Value>()
  const set = (key: Key, value: Value): void => {
    kept.delete(key)
    kept.set(key, value)
    if (kept.size > maximum) kept.delete(kept.keys().next().value as Key)
  }
  return {
    get: (key) => {
      const value = kept.get(key)
      if (value !== undefined) set(key, value)
      return value
    },
    set,
  }
}
