import { useEffect, useState } from 'react'

/** What the promise resolved to, which must not reject; until then undefined or the previous value. */
export function useLoaded<Value>(promise: Promise<Value> | null): Value | undefined {
  const [value, setValue] = useState<Value>()
  useEffect(() => {
    let isCurrent = true
    void promise?.then((loaded) => isCurrent && setValue(loaded))
    return () => {
      isCurrent = false
    }
  }, [promise])
  return value
}
