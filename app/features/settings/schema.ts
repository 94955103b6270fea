import { z } from 'zod'
import { RECIPIENT } from '#features/delivery/limits.ts'
import {
  addressSchema,
  deliverySettingsSchema,
  newDeliverySettingsSchema,
} from '#features/delivery/schema.ts'
import { taxSettingsSchema } from '#features/tax/schema.ts'
import { CURRENCIES } from '#kit/identity/currencies.ts'
import { LONGEST_EMAIL } from '#kit/input/contact-rules.ts'
import { longest, oneLineField, phoneField, refuseUnprinted, vatIdField } from '#kit/input/fields.ts'

const withoutSpaces = (text: string): string => text.replaceAll(/\s/g, '').toUpperCase()

const bankSchema = z.object({
  name: oneLineField('The name of the bank', { maximum: 200 }).superRefine(refuseUnprinted),
  iban: oneLineField('The IBAN', { maximum: 50 }).overwrite(withoutSpaces),
  bic: oneLineField('The BIC', { maximum: 20 }).overwrite(withoutSpaces).optional(),
})

const sellerSchema = z
  .object({
    name: oneLineField('The name', { maximum: 200 }).superRefine(refuseUnprinted).optional(),
    /** Without a name of its own it has that of the seller. */
    address: addressSchema
      .extend({ name: oneLineField(RECIPIENT.what, { ...RECIPIENT, isComposed: true }).optional() })
      .optional(),
    email: z
      .email('The e-mail address is not valid.')
      .max(LONGEST_EMAIL, longest('The e-mail address', LONGEST_EMAIL))
      .optional(),
    phone: phoneField.optional(),
    vatId: vatIdField.optional(),
    taxNumber: oneLineField('The tax number', { maximum: 100 }).optional(),
    bank: bankSchema.optional(),
  })
  .meta({ id: 'Seller' })

/** Who sells: what stands on documents, and the country from which goods leave. */
export type Seller = z.infer<typeof sellerSchema>

export const shownSellerSchema = sellerSchema
  .pick({ name: true, email: true, phone: true, vatId: true, taxNumber: true })
  .extend({ address: z.string().optional() })
  .meta({ id: 'ShownSeller' })

/** The seller as everybody may read it; `address` in lines. */
export type ShownSeller = z.infer<typeof shownSellerSchema>

/** How many addresses a kind of mail has at most. */
const MAXIMUM_ADDRESSES = 10

const addressesField = z
  .array(
    z
      .email('The e-mail address is not valid.')
      .max(LONGEST_EMAIL, longest('The e-mail address', LONGEST_EMAIL)),
  )
  .max(MAXIMUM_ADDRESSES, `A mail goes to ${MAXIMUM_ADDRESSES} addresses at most.`)
  .refine(
    (addresses) => new Set(addresses.map((each) => each.toLowerCase())).size === addresses.length,
    'Each address is named once.',
  )

const mailsSchema = z
  .object({
    newOrders: addressesField.meta({
      description: 'Who is told of orders that were paid, and of what customers write about orders.',
    }),
    lowStock: addressesField.meta({ description: 'Who is told of parts that fell to their reorder point.' }),
  })
  .meta({ id: 'StaffMails' })

/** Who of the staff gets which mail. */
type StaffMails = z.infer<typeof mailsSchema>

/** Nobody gets any. */
export const NO_MAILS: StaffMails = { newOrders: [], lowStock: [] }

const currencyField = z.enum(CURRENCIES).meta({
  description:
    'In which the shop sells, as ISO 4217 names it, in lower case. It is fixed once an order exists.',
})

const shopSchema = z
  .object({
    name: oneLineField('The name of the shop', { maximum: 60 })
      .superRefine(refuseUnprinted)
      .optional()
      .meta({ description: 'At the top of pages, papers and mails.' }),
    sender: oneLineField('The sender', { maximum: 100 })
      .optional()
      .meta({ description: 'The name that mails are from; without one it is that of the seller.' }),
    logo: z
      .string()
      .max(100)
      .optional()
      .meta({ description: 'The path of an uploaded picture, as `POST /api/image` answers it.' }),
    hero: z.enum(['joint', 'none']).meta({ description: 'The drawing at the top of the home page.' }),
    blog: z.boolean().meta({ description: 'Whether the shop has the page /blog.' }),
    portfolio: z.boolean().meta({ description: 'Whether the shop has the page /portfolio.' }),
  })
  .meta({ id: 'ShopIdentity' })

/** What the shop is called and looks like. */
export type ShopSettings = z.infer<typeof shopSchema>

/** As the specification wants it. */
export const FIRST_SHOP: ShopSettings = { hero: 'joint', blog: true, portfolio: true }

export const settingsSchema = z
  .object({
    revision: z.number().int(),
    currency: currencyField,
    seller: sellerSchema,
    tax: taxSettingsSchema,
    delivery: deliverySettingsSchema,
    mails: mailsSchema,
    shop: shopSchema,
  })
  .meta({ id: 'Settings' })

/** The settings of the shop. `revision` is 0 until an admin saves them, and one more at each change. */
export type Settings = z.infer<typeof settingsSchema>

/** The parts of the settings: those of their page, and the columns in which they are stored. */
export const PARTS = ['seller', 'tax', 'delivery', 'mails', 'shop'] as const

export type PartName = (typeof PARTS)[number]

/**
 * The request that replaces the settings of this `revision`. A method of delivery without `_id` is a new one; without
 * `currency`, `mails` or `shop` these stay.
 */
export const changeSettingsSchema = settingsSchema.extend({
  currency: currencyField.optional(),
  delivery: newDeliverySettingsSchema,
  mails: mailsSchema.optional(),
  shop: shopSchema.optional(),
})

export type ChangeSettings = z.infer<typeof changeSettingsSchema>
