import { z } from 'zod'
import { piecesField } from '#features/catalog/schema.ts'
import { linesOfOrder } from '#features/orders/lines-schema.ts'
import { quantityField } from '#features/orders/schema.ts'
import { idField } from '#kit/input/fields.ts'

const delivery = idField
  .optional()
  .meta({ description: 'The `_id` of a method of delivery, if it is to be another one.' })

export const quoteChangeSchema = z.object({
  lines: linesOfOrder(z.object({ productId: idField, quantity: piecesField })),
  delivery,
})

/** The lines that an unpaid order is to have: all of them. */
export type AskedChange = z.infer<typeof quoteChangeSchema>

export const changeLinesSchema = z.object({
  lines: linesOfOrder(z.object({ productId: idField, quantity: quantityField })),
  delivery,
  totalPrice: z.number('The total price is required, as a number.'),
  payable: z.number('What is payable has to be a number.').optional(),
})

/** The same with what the customer was told: `totalPrice` is the sum of the lines, `payable` what is paid, both in dollars. */
export type ChangeLines = z.infer<typeof changeLinesSchema>
