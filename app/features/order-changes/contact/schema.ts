import { z } from 'zod'
import { addressOrIdField } from '#features/delivery/schema.ts'
import { noteField, poNumberField } from '#features/orders/schema.ts'
import { addressField, phoneField, WITH_OTHER_ERRORS } from '#kit/input/fields.ts'

export const changeOrderSchema = z
  .object({
    poNumber: poNumberField.nullable().optional(),
    note: noteField.nullable().optional(),
    phone: phoneField.optional(),
    address: addressField.optional(),
    deliverTo: addressOrIdField.optional(),
  })
  .refine(({ address, deliverTo }) => address === undefined || deliverTo === undefined, {
    path: ['address'],
    error: 'An order has either an address of one line or deliverTo.',
    ...WITH_OTHER_ERRORS,
  })

/** What an order's customer may change until it is shipped; null removes what is not required. */
export type OrderChanges = z.infer<typeof changeOrderSchema>
