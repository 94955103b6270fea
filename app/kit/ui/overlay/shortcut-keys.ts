/** Whether shortcuts of a single character run: some people press such keys by accident, or dictate them. */

const KEY = 'shortcuts'

/** The choice of this page, while the browser blocks storage. */
let unstored: boolean | undefined

export function areKeysOff(): boolean {
  try {
    return unstored ?? localStorage.getItem(KEY) === 'off'
  } catch {
    return false
  }
}

/** Stores the choice for later visits, or keeps it until the page is closed when the browser blocks storage. */
export function turnKeysOff(isOff: boolean): void {
  try {
    if (isOff) localStorage.setItem(KEY, 'off')
    else localStorage.removeItem(KEY)
    unstored = undefined
  } catch {
    unstored = isOff
  }
}
