import { z } from 'zod'
import { listedUserSchema } from '#features/accounts/schema.ts'
import { savedAddressSchema } from '#features/delivery/address-schema.ts'
import { noteSchema } from '#kit/notes/schema.ts'

export const customerNoteSchema = noteSchema.meta({ id: 'CustomerNote' })

export const customerSchema = listedUserSchema
  .extend({
    createdAt: z.string(),
    deleted: z.literal(true).optional(),
    company: z.string().optional(),
    orders: z.number().int(),
    paid: z.number(),
    unpaid: z.number(),
    lastOrderAt: z.string().optional(),
    deliverCountry: z.string(),
    addresses: z.array(savedAddressSchema),
  })
  .meta({ id: 'Customer' })

/**
 * A customer as admins see it. `orders` counts those that are not cancelled; `paid` is what was paid for them in dollars
 * without what was refunded, `unpaid` what is still open. `deleted`: its owner has deleted the account, of which the orders are left. `deliverCountry` is where the next order probably goes. `addresses` is the address book, the default first, and `company`
 * the first one in it.
 */
export type Customer = z.infer<typeof customerSchema>
