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

/** Why a sale is with or without tax, as its revenue is booked. */
const REVENUE_KINDS = ['taxed', 'reverse_charge', 'export', 'none'] as const

const MAXIMUM_REVENUES = 50

/** Of accounts of the general ledger; those of customers have a digit more. */
const ACCOUNT_LENGTHS = { shortest: 4, longest: 8 }

const accountField = (what: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}$|^0\d*[1-9]\d*$/, `${what} is a number of up to 9 digits.`)
    .max(9, `${what} is a number of up to 9 digits.`)

const revenueSchema = z
  .object({
    kind: z.enum(REVENUE_KINDS),
    percent: z
      .number('The percent is a number from 0 to 100.')
      .min(0)
      .max(100)
      .optional()
      .meta({ description: 'Only of `taxed`.' }),
    account: accountField('The account'),
    key: z
      .string()
      .regex(/^\d{1,4}$/, 'The tax key has 1 to 4 digits.')
      .optional()
      .meta({ description: 'BU-Schlüssel: for an account that has no tax of its own.' }),
  })
  .refine(({ kind, percent }) => (kind === 'taxed') === (percent !== undefined), {
    path: ['percent'],
    error: 'A taxed sale has a percent, any other has none.',
  })

const datevSchema = z
  .object({
    consultant: z
      .string()
      .regex(/^[1-9]\d{3,6}$/, 'The number of the tax adviser has 4 to 7 digits.')
      .optional()
      .meta({ description: 'Beraternummer.' }),
    client: z
      .string()
      .regex(/^[1-9]\d{0,4}$/, 'The client number has 1 to 5 digits.')
      .optional()
      .meta({ description: 'Mandantennummer.' }),
    yearStart: z.iso.date('A day is written as 2026-01-01.').optional().meta({
      description: 'The first day of a business year; the others begin on the same day of their year.',
    }),
    accountLength: z
      .int('The length is a number of digits.')
      .min(ACCOUNT_LENGTHS.shortest, 'An account has 4 to 8 digits.')
      .max(ACCOUNT_LENGTHS.longest, 'An account has 4 to 8 digits.')
      .meta({ description: 'Sachkontenlänge.' }),
    receivables: accountField('The account').optional().meta({ description: 'Collective debtor.' }),
    transit: accountField('The account').optional().meta({ description: 'Money in transit.' }),
    revenue: z
      .array(revenueSchema)
      .max(MAXIMUM_REVENUES, `At most ${MAXIMUM_REVENUES} accounts.`)
      .refine(
        (rows) => new Set(rows.map(({ kind, percent }) => `${kind} ${percent}`)).size === rows.length,
        'Each kind and rate has one account.',
      ),
  })
  .superRefine((datev, context) => {
    for (const { path, account, longest: most } of accountsOf(datev))
      if (account.length > most)
        context.addIssue({
          code: 'custom',
          path: [...path],
          message: `The account has ${most} digits at most.`,
        })
  })
  .meta({ id: 'DatevSettings' })

/** The accounts with the most digits that each may have. */
function accountsOf({
  accountLength,
  receivables,
  transit,
  revenue,
}: {
  readonly accountLength: number
  readonly receivables?: string | undefined
  readonly transit?: string | undefined
  readonly revenue: readonly { readonly account: string }[]
}) {
  const ledger = revenue.map(({ account }, index) => ({
    path: ['revenue', index, 'account'],
    account,
    longest: accountLength,
  }))
  return [
    ...(receivables === undefined
      ? []
      : [{ path: ['receivables'], account: receivables, longest: accountLength + 1 }]),
    ...(transit === undefined ? [] : [{ path: ['transit'], account: transit, longest: accountLength }]),
    ...ledger,
  ]
}

/** How what is sold is booked at the tax adviser, who works with DATEV. */
export type DatevSettings = z.infer<typeof datevSchema>

/** Of a shop that has none. */
export const NO_DATEV: DatevSettings = { accountLength: 4, revenue: [] }

export const settingsSchema = z
  .object({
    revision: z.number().int(),
    currency: currencyField,
    seller: sellerSchema,
    tax: taxSettingsSchema,
    delivery: deliverySettingsSchema,
    mails: mailsSchema,
    shop: shopSchema,
    datev: datevSchema,
  })
  .meta({ id: 'Settings' })

/** The settings of the shop. `revision` is 0 until an admin saves them, and one more at each change. */
export type Settings = z.infer<typeof settingsSchema>

/** The parts of the settings: those of their page, and the columns in which they are stored. */
export const PARTS = ['seller', 'tax', 'delivery', 'mails', 'shop', 'datev'] as const

export type PartName = (typeof PARTS)[number]

/**
 * The request that replaces the settings of this `revision`. A method of delivery without `_id` is a new one; without
 * `currency`, `mails`, `shop` or `datev` these stay.
 */
export const changeSettingsSchema = settingsSchema.extend({
  currency: currencyField.optional(),
  delivery: newDeliverySettingsSchema,
  mails: mailsSchema.optional(),
  shop: shopSchema.optional(),
  datev: datevSchema.optional(),
})

export type ChangeSettings = z.infer<typeof changeSettingsSchema>
