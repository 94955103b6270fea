import { vi } from 'vitest'

type Fault = 'full' | 'forbidden' | undefined

/** Stands in for a storage of the browser. */
export function stubStorage(name: 'localStorage' | 'sessionStorage') {
  const values = new Map<string, string>()
  const storage = { values, fault: undefined as Fault }
  const refuse = (fault: Fault) => {
    if (storage.fault && storage.fault === (fault ?? storage.fault))
      throw new Error(`The storage is ${fault}.`)
  }
  vi.stubGlobal(name, {
    getItem: (key: string) => {
      refuse('forbidden')
      return values.get(key) ?? null
    },
    setItem: (key: string, value: string) => {
      refuse(undefined)
      values.set(key, value)
    },
    removeItem: (key: string) => {
      refuse('forbidden')
      values.delete(key)
    },
  })
  return storage
}
