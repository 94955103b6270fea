import { z } from 'zod'
import { noteField, orderSchema } from '#features/orders/schema.ts'
import { companyOrderStates } from '#features/orders/states.ts'
import { idField, searchField } from '#kit/input/fields.ts'
import { OPEN_AGES } from './limits.ts'

export const decisionSchema = z.object({
  revision: z.int('The revision of the order is required, as a number.'),
  note: noteField.optional(),
})

/** What is decided about an order as it was seen: `revision` is the order's. */
export type Decision = z.infer<typeof decisionSchema>

export const companyOrdersQuerySchema = z.object({
  q: searchField.optional().meta({ description: 'Words, or a number, as in Manage Orders.' }),
  state: z
    .enum(companyOrderStates, `state has to be one of ${companyOrderStates.join(', ')}.`)
    .optional()
    .meta({ description: '`open`: paid, and not wholly shipped. Without it all that are not cancelled.' }),
  member: idField.optional().meta({ description: 'The `_id` of the member who placed them.' }),
  limit: z.string().optional(),
  after: z.string().optional(),
})

export type CompanyOrdersQuery = z.infer<typeof companyOrdersQuerySchema>

export const openItemSchema = z.object({
  orderId: z.string(),
  order: z.string(),
  invoice: z.string().optional(),
  due: z.string(),
  open: z.number(),
  overdueDays: z.number().int(),
  age: z.enum(OPEN_AGES),
})

/** An open invoice of a company: the number of its order, the day until which it is to be paid, what is open in dollars. */
export type OpenItem = z.infer<typeof openItemSchema>

/** An order that waits, with what the member has ordered in its month besides, in dollars. */
export const waitingOrderSchema = orderSchema.extend({
  month: z.object({ others: z.number(), limit: z.number().optional() }),
})

export type WaitingOrder = z.infer<typeof waitingOrderSchema>
