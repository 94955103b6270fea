import { keepInTab, readInTab } from '#kit/browser/tab-storage.ts'

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
  keepInTab(KEY, productIds)
}

function readStored(): readonly string[] {
  const stored = readInTab(KEY)
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
}
