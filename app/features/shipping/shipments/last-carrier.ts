import { keepInTab, readInTab } from '#kit/browser/tab-storage.ts'

/** The carrier of the last shipment of this tab: a seller mostly has one. */
const KEY = 'carrier'

export function lastCarrier(): string {
  const carrier = readInTab(KEY)
  return typeof carrier === 'string' ? carrier : ''
}

/** The next shipment has the same carrier, or none after an empty one. */
export const keepLastCarrier = (carrier: string): void => keepInTab(KEY, carrier || undefined)
