const KEY = 'checkout-without'

let chosen: readonly string[] | undefined

/** The ids of the parts that the buyer leaves out of the next order; they stay in the cart. Until the tab is closed. */
export function leftOut(): readonly string[] {
  chosen ??= readStored()
  return chosen
}

/** Leaves these parts out of the next order, and no others. */
export function leaveOut(productIds: readonly string[]): void {
  chosen = productIds
  try {
    sessionStorage.setItem(KEY, JSON.stringify(productIds))
  } catch {
    // Without storage the choice lasts until a reload.
  }
}

function readStored(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}
