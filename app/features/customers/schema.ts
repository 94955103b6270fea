import { z } from 'zod'
import { emailSchema, listedUserSchema, nameSchema } from '#features/accounts/schema.ts'
import { savedAddressSchema } from '#features/delivery/address-schema.ts'
import { COMPANY } from '#features/delivery/limits.ts'
import { addressSchema } from '#features/delivery/schema.ts'
import { hasEnoughDigits, PHONE, TOO_FEW_DIGITS } from '#kit/input/contact-rules.ts'
import { oneLineField, optionalVatIdField, searchField } from '#kit/input/fields.ts'
import { noteSchema } from '#kit/notes/schema.ts'
import { CUSTOMER_SORTS, MAXIMUM_TAGS, TAG } from './limits.ts'

export const customerNoteSchema = noteSchema.meta({ id: 'CustomerNote' })

/** The place of an address: whom it is for are the customer's own name, company and phone. */
const placeSchema = addressSchema.omit({ name: true, company: true, phone: true }).meta({ id: 'Place' })

export type Place = z.infer<typeof placeSchema>

const tagField = oneLineField(TAG.what, { ...TAG, isComposed: true })
  .toLowerCase()
  .regex(/^[^,]*$/, 'A tag has no comma.')

const tagsField = z
  .array(tagField, 'The tags are a list of words.')
  .max(MAXIMUM_TAGS, `A customer has at most ${MAXIMUM_TAGS} tags.`)
  .meta({ description: 'Free words, kept in small letters.' })

/** What staff write of a customer. */
export const saveCustomerSchema = z.object({
  name: nameSchema,
  email: emailSchema,
  company: oneLineField(COMPANY.what, { ...COMPANY, isComposed: true }).optional(),
  phone: oneLineField(PHONE.what, { ...PHONE, minimum: 0 })
    .refine((phone) => phone === '' || hasEnoughDigits(phone), TOO_FEW_DIGITS)
    .optional(),
  vatId: optionalVatIdField,
  address: placeSchema.optional(),
  tags: tagsField.optional(),
})

export type SaveCustomer = z.infer<typeof saveCustomerSchema>

export const changeCustomerSchema = saveCustomerSchema.extend({
  revision: z.int('The revision has to be a whole number.').min(0),
})

export type ChangeCustomer = z.infer<typeof changeCustomerSchema>

const cardSchema = z.object({
  revision: z.number().int(),
  company: z.string().optional(),
  phone: z.string().optional(),
  vatId: z.string().optional(),
  address: placeSchema.optional(),
})

/** What staff wrote of a customer. `revision` is how often they did. */
export type CustomerCard = z.infer<typeof cardSchema>

const boughtSchema = z.object({
  productId: z.string(),
  sku: z.string(),
  name: z.string(),
  pieces: z.number(),
  orders: z.number().int(),
})

/** A part that a customer paid for: how many pieces, in how many orders. */
export type Bought = z.infer<typeof boughtSchema>

const FOR_MONEY = 'For staff with `money` only.'

export const customerSchema = listedUserSchema
  .extend({
    createdAt: z.string(),
    deleted: z.literal(true).optional(),
    company: z.string().optional(),
    orders: z.number().int(),
    paid: z.number().optional().meta({ description: FOR_MONEY }),
    unpaid: z.number().optional().meta({ description: FOR_MONEY }),
    lastOrderAt: z.string().optional(),
    deliverCountry: z.string(),
    addresses: z.array(savedAddressSchema),
    card: cardSchema,
    tags: z.array(z.string()),
    namedByStaff: z.literal(true).optional(),
    offered: z.array(savedAddressSchema),
    bought: z.array(boughtSchema),
  })
  .meta({ id: 'Customer' })

/**
 * A customer as admins see it. `orders` counts those that are not cancelled; `paid` is what was paid for them in dollars without
 * what was refunded, `unpaid` what is still open. `deleted`: its owner has deleted the account, of which the orders are left.
 * `deliverCountry` is where the next order probably goes. `addresses` is the address book, the default first, and `company` what
 * staff wrote, else the first one in it. `namedByStaff`: nobody can sign in to the account, so staff may change name and e-mail.
 * `offered` are the addresses that are in no address book: what staff wrote, and those of past orders. `bought` is what was
 * bought most.
 */
export type Customer = z.infer<typeof customerSchema>

export const listedCustomerSchema = z
  .object({
    _id: z.string(),
    name: z.string(),
    email: z.string(),
    emailVerified: z.literal(true).optional(),
    company: z.string().optional(),
    phone: z.string().optional(),
    tags: z.array(z.string()),
    orders: z.number().int(),
    revenue: z.number().optional().meta({ description: FOR_MONEY }),
    lastOrderAt: z.string().optional(),
    createdAt: z.string(),
  })
  .meta({ id: 'ListedCustomer' })

export type ListedCustomer = z.infer<typeof listedCustomerSchema>

export const customerFilterSchema = z.object({
  q: searchField.optional(),
  tag: z.string().max(TAG.maximum).toLowerCase().optional(),
  sort: z
    .enum(CUSTOMER_SORTS, `sort has to be one of ${CUSTOMER_SORTS.join(', ')}.`)
    .optional()
    .meta({
      description:
        'What is first: the `last` order, unless told, the `newest` customer, the `name`, the most `orders` or the most `revenue`, for which the right `money` is needed.',
    }),
})

/** Which customers, in which sequence. */
export type CustomerFilter = z.infer<typeof customerFilterSchema>

export const customersQuerySchema = customerFilterSchema.extend({
  limit: z.string().optional(),
  after: z.string().optional(),
})

export const usedTagSchema = z.object({ tag: z.string(), customers: z.number().int() })

/** A tag with the number of customers who have it. */
export type UsedTag = z.infer<typeof usedTagSchema>

export const customerMessageSchema = z
  .object({
    _id: z.string(),
    orderId: z.string(),
    number: z.string(),
    at: z.string(),
    by: z.enum(['customer', 'shop']),
    text: z.string(),
    email: z.string().optional(),
    waits: z.literal(true).optional(),
  })
  .meta({ id: 'CustomerMessage' })

/** A message about an order of a customer, with the order; see `OrderMessage`. */
export type CustomerMessage = z.infer<typeof customerMessageSchema>
