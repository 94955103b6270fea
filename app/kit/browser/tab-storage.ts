/** Values that this browser tab keeps over a reload, as JSON. A browser whose storage is full or forbidden keeps nothing. */

/** What the tab keeps under the key; undefined when that is nothing, or is not JSON. Its shape is not checked. */
export function readInTab(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps a value instead of the last one; undefined removes it. When it cannot be kept, the last one is removed too. */
export function keepInTab(key: string, value: unknown): void {
  const isKept = value !== undefined && succeeds(() => sessionStorage.setItem(key, JSON.stringify(value)))
  if (!isKept) succeeds(() => sessionStorage.removeItem(key))
}

function succeeds(work: () => void): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}
