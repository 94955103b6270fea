import type { SignedInUser } from '#features/accounts/accounts.ts'
import { sumPieces } from '#features/orders/orders.ts'
import type { Shop } from '#kit/shop.ts'
import { type ReturnRow, receivedOf, returnNotFound } from '../records/return-rows.ts'
import { takeStep } from './take-step.ts'

/** Of a return as it was read. */
interface OfReturn {
  readonly returnId: string
  readonly revision: number
}

/** The customer takes back what was asked for, while nothing came back; the staff get a mail. Refused: see `takeStep`. */
export const withdrawReturn = (
  shop: Shop,
  customer: SignedInUser,
  { orderId, ...asked }: OfReturn & { readonly orderId: string },
): Promise<ReturnRow> =>
  takeStep(
    shop,
    { user: customer, by: 'customer' },
    { ...asked, step: 'withdrawn', input: null },
    async (_, { order }) => {
      if (order.id !== orderId) throw returnNotFound()
      return { changes: { state: 'withdrawn' } }
    },
  )

/** The staff accept what was asked for: the customer gets the instructions by mail. Refused: see `takeStep`. */
export const acceptReturn = (
  shop: Shop,
  staff: SignedInUser,
  { instructions, ...asked }: OfReturn & { readonly instructions: string },
): Promise<ReturnRow> =>
  takeStep(
    shop,
    { user: staff, by: 'staff' },
    { ...asked, step: 'accepted', input: instructions },
    async () => ({
      changes: { state: 'accepted', instructions },
      audited: [{ field: 'instructions', from: null, to: instructions }],
    }),
  )

/** The staff decline it; the customer gets the reason by mail. Its pieces can be asked for again. Refused: see `takeStep`. */
export const declineReturn = (
  shop: Shop,
  staff: SignedInUser,
  { reason, ...asked }: OfReturn & { readonly reason: string },
): Promise<ReturnRow> =>
  takeStep(shop, { user: staff, by: 'staff' }, { ...asked, step: 'declined', input: reason }, async () => ({
    changes: { state: 'declined', answer: reason },
  }))

/**
 * The staff end it without refund and replacement; the customer gets the reason by mail. What came back stays returned, the rest can
 * be asked for again. Refused: see `takeStep`.
 */
export const closeReturn = (
  shop: Shop,
  staff: SignedInUser,
  { reason, ...asked }: OfReturn & { readonly reason: string },
): Promise<ReturnRow> =>
  takeStep(
    shop,
    { user: staff, by: 'staff' },
    { ...asked, step: 'closed', input: reason },
    async (_, { row }) => ({
      changes: { state: 'closed', answer: reason, refund_id: null },
      pieces: sumPieces(row.lines.map((line) => ({ quantity: receivedOf(line) }))) || sumPieces(row.lines),
    }),
  )
