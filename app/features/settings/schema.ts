import { z } from 'zod'
import { RECIPIENT } from '#features/delivery/limits.ts'
import {
  addressSchema,
  deliverySettingsSchema,
  newDeliverySettingsSchema,
} from '#features/delivery/schema.ts'
import { taxSettingsSchema, vatIdField } from '#features/tax/schema.ts'
import { LONGEST_EMAIL } from '#kit/input/contact-rules.ts'
import { oneLineField, phoneField, refuseUnprinted } from '#kit/input/fields.ts'

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
    email: z.email('The e-mail address is not valid.').max(LONGEST_EMAIL).optional(),
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
  .array(z.email('The e-mail address is not valid.').max(LONGEST_EMAIL))
  .max(MAXIMUM_ADDRESSES, `A mail goes to ${MAXIMUM_ADDRESSES} addresses at most.`)
  .refine(
    (addresses) => new Set(addresses.map((each) => each.toLowerCase())).size === addresses.length,
    'Each address is named once.',
  )

const mailsSchema = z
  .object({
    newOrders: addressesField.meta({ description: 'Who is told of orders that were paid.' }),
    lowStock: addressesField.meta({ description: 'Who is told of parts that fell to their reorder point.' }),
  })
  .meta({ id: 'StaffMails' })

/** Who of the staff gets which mail. */
type StaffMails = z.infer<typeof mailsSchema>

/** Nobody gets any. */
export const NO_MAILS: StaffMails = { newOrders: [], lowStock: [] }

export const settingsSchema = z
  .object({
    revision: z.number().int(),
    seller: sellerSchema,
    tax: taxSettingsSchema,
    delivery: deliverySettingsSchema,
    mails: mailsSchema,
  })
  .meta({ id: 'Settings' })

/** The settings of the shop. `revision` is 0 until an admin saves them, and one more at each change. */
export type Settings = z.infer<typeof settingsSchema>

/** The parts of the settings: those of their page, and the columns in which they are stored. */
export const PARTS = ['seller', 'tax', 'delivery', 'mails'] as const

export type PartName = (typeof PARTS)[number]

/**
 * The request that replaces the settings of this `revision`. A method of delivery without `_id` is a new one; without `mails`
 * these stay.
 */
export const changeSettingsSchema = settingsSchema.extend({
  delivery: newDeliverySettingsSchema,
  mails: mailsSchema.optional(),
})

export type ChangeSettings = z.infer<typeof changeSettingsSchema>
