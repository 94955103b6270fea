import { z } from 'zod'
import { addressSchema, destinationSchema, kgField, totalField } from '#features/delivery/schema.ts'
import { changeSettingsSchema } from '#features/settings/schema.ts'
import { quotedTermsSchema } from '../schema.ts'

/** Of the seller only the name and the address count, and of those what is typed so far. */
const exampleSellerSchema = z.object({
  name: z.string().max(200).optional(),
  address: addressSchema.partial().omit({ phone: true }).optional(),
})

export const exampleRequestSchema = changeSettingsSchema
  .omit({ revision: true, mails: true, currency: true, shop: true })
  .extend({
    seller: exampleSellerSchema,
    to: destinationSchema,
    weight: kgField.optional().meta({ description: 'What the parts weigh, in kg.' }),
    total: totalField('The sum').meta({ description: 'The sum of the parts, in the currency of the shop.' }),
    withVatId: z
      .boolean()
      .optional()
      .meta({ description: 'Whether the customer has a VAT ID of that country, which VIES confirms.' }),
  })

/** Settings as they are typed, and parts of which an example is computed by them. */
export type ExampleRequest = z.infer<typeof exampleRequestSchema>

export const exampleSchema = quotedTermsSchema
  .extend({ sellerLines: z.array(z.string()).optional() })
  .meta({ id: 'SettingsExample' })

/**
 * What the parts cost where they are delivered, and the seller's name and address as the post of the country writes them, once
 * nothing of them is missing.
 */
export type Example = z.infer<typeof exampleSchema>
