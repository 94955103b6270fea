import { z } from 'zod'
import { addressField, idField, phoneField, searchField, textField } from '#kit/fields.ts'
import { disputeStates, orderStatuses, unmatchedRefunds } from './states.ts'

export const orderSchema = z
  .object({
    _id: z.string(),
    product: z.string(),
    productId: z.string(),
    quantity: z.number().int(),
    unitPrice: z.number(),
    totalPrice: z.number(),
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    address: z.string(),
    paid: z.boolean(),
    status: z.enum(orderStatuses).optional(),
    transactionId: z.string().optional(),
    createdAt: z.string(),
    holdUntil: z.string().optional(),
    paidAt: z.string().optional(),
    shippedAt: z.string().optional(),
    refundedAmount: z.number().optional(),
    dispute: z.enum(disputeStates).optional(),
    unmatchedRefund: z.enum(unmatchedRefunds).optional(),
  })
  .meta({ id: 'Order' })

/**
 * An order in answers: `unitPrice` in dollars per piece (4 decimals), `totalPrice` in dollars (2 decimals), times as
 * ISO 8601 in UTC. `status`, `transactionId` and the times are absent until known; `holdUntil` is when an unpaid order
 * lapses. `refundedAmount` (dollars) and `dispute` are present when the payment provider reports one. `unmatchedRefund`,
 * for admins only, is present while an unmatched payment for the order is not refunded.
 */
export type Order = z.infer<typeof orderSchema>

export const placeOrderSchema = z.object({
  product: textField('The product', { maximum: 200 }),
  productId: idField.optional(),
  quantity: z.int('The quantity has to be a whole number of pieces.'),
  totalPrice: z.number('The total price is required, as a number.'),
  name: z.string().max(200).optional(),
  email: z.string().max(254).optional(),
  phone: phoneField,
  address: addressField,
})

export type PlaceOrder = z.infer<typeof placeOrderSchema>

export const shippingSchema = z.object({
  status: z.enum(orderStatuses, 'The status has to be pending or shipped.'),
})

export const ordersQuerySchema = z.object({
  q: searchField.optional(),
  status: z.enum(['unpaid', ...orderStatuses], 'status has to be unpaid, pending or shipped.').optional(),
  limit: z.string().optional(),
  after: z.string().optional(),
})
