import { z } from 'zod'
import { emailSchema } from '#features/accounts/schema.ts'
import { addressOrIdField } from '#features/delivery/schema.ts'
import { buyerWords } from '#features/quote/schema.ts'
import { ADDRESS, LONGEST_EMAIL, PHONE } from '#kit/input/contact-rules.ts'
import {
  addressField,
  idField,
  phoneField,
  textField,
  vatIdField,
  WITH_OTHER_ERRORS,
} from '#kit/input/fields.ts'
import { linesOfOrder } from '../lines-schema.ts'
import { noteField, poNumberField, quantityField } from '../schema.ts'

/** An order of one product by its name, or of several by `lines`. */
export const placeOrderSchema = z
  .object({
    product: textField('The product', { maximum: 200 }).optional(),
    productId: idField.optional(),
    quantity: quantityField.optional(),
    lines: linesOfOrder(z.object({ productId: idField, quantity: quantityField, ...buyerWords })).optional(),
    totalPrice: z.number('The total price is required, as a number.'),
    customer: emailSchema.optional().meta({
      description: 'For admins: the e-mail address of the account whose order it is. Others are refused.',
    }),
    name: z.string().max(200).optional(),
    email: z.string().max(LONGEST_EMAIL).optional(),
    phone: phoneField.optional(),
    address: addressField.optional(),
    poNumber: poNumberField.optional(),
    note: noteField.optional(),
    deliverTo: addressOrIdField.optional(),
    billTo: addressOrIdField.optional(),
    delivery: idField.optional().meta({ description: 'The `_id` of a method of delivery.' }),
    vatId: vatIdField.optional(),
    payable: z.number('What is payable has to be a number.').optional(),
    payment: z.literal('account', 'The payment is "account", or left out.').optional().meta({
      description: 'On the terms of the company of the customer; without it the order is paid by card.',
    }),
  })
  .refine(({ deliverTo, phone }) => deliverTo !== undefined || phone !== undefined, {
    path: ['phone'],
    error: `${PHONE.what} is required.`,
    ...WITH_OTHER_ERRORS,
  })
  .refine(({ deliverTo, address }) => deliverTo !== undefined || address !== undefined, {
    path: ['address'],
    error: `${ADDRESS.what} is required.`,
    ...WITH_OTHER_ERRORS,
  })
  .refine(({ lines, product }) => lines !== undefined || product !== undefined, {
    path: ['product'],
    error: 'The product is required.',
    ...WITH_OTHER_ERRORS,
  })
  .refine(({ lines, quantity }) => lines !== undefined || quantity !== undefined, {
    path: ['quantity'],
    error: 'The quantity has to be a whole number of pieces.',
    ...WITH_OTHER_ERRORS,
  })
  .refine(
    ({ lines, ...one }) =>
      lines === undefined || (one.product ?? one.productId ?? one.quantity) === undefined,
    { path: ['lines'], error: 'An order has either lines or one product.', ...WITH_OTHER_ERRORS },
  )

/**
 * An order to place. `totalPrice` is the sum of the lines and `payable` what is paid, both in dollars, as the customer saw
 * them. `own` is what the customer calls the part of a line, `note` what is said of it. With `deliverTo` neither `phone` nor the one-line `address` is needed; without `billTo` the bill goes there too.
 */
export type PlaceOrder = z.infer<typeof placeOrderSchema>
