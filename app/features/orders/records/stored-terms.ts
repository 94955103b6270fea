import { addressLines } from '#features/delivery/delivery.ts'
import type { Address } from '#features/delivery/schema.ts'
import type { QuotedDelivery } from '#features/quote/schema.ts'
import type { Tax } from '#features/tax/schema.ts'
import type { Order } from '../schema.ts'

/** What an order keeps of its delivery and its tax, as it was when the order was placed. */
export interface StoredTerms {
  /** The country of the seller. Absent before orders kept it. */
  readonly deliverFrom?: string
  readonly deliverTo?: Address
  /** Absent when it is the same. */
  readonly billTo?: Address
  /** Absent in a shop without methods of delivery. */
  readonly delivery?: QuotedDelivery
  readonly tax: Tax
  /** In kg; absent when that of a line was not known. */
  readonly weight?: number
}

/** The terms as they are stored; undefined when nothing was. */
export const readTerms = (stored: string | null): StoredTerms | undefined =>
  stored === null ? undefined : JSON.parse(stored)

/** The members of an order about delivery and tax, as far as they were stored; `address` is where it goes, as it was typed. */
export function termsMembers({
  terms: stored,
  address,
}: {
  readonly terms: string | null
  readonly address: string
}): Partial<Order> & Pick<Order, 'addressLines'> {
  const read = readTerms(stored)
  if (!read) return { addressLines: typedLines(address) }
  const { deliverTo, billTo, ...terms } = read
  const lines = deliverTo ? addressLines(deliverTo) : typedLines(address)
  // Only where the bill does not go where the order goes.
  const billingLines = billTo && addressLines(billTo)
  const isOther = billingLines?.join('\n') !== lines.join('\n')
  return {
    ...terms,
    ...(deliverTo && { deliverTo, billTo: billTo ?? deliverTo }),
    addressLines: lines,
    ...(billingLines && isOther && { billingLines }),
  }
}

const typedLines = (address: string): string[] =>
  address
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** An address in one line. */
export const oneLineAddress = (address: Address): string => addressLines(address).join(', ')
