import { z } from 'zod'
import { oneLineField, optionalVatIdField } from '#kit/input/fields.ts'
import { addressSchema } from './schema.ts'

export const saveAddressSchema = addressSchema.extend({
  label: oneLineField('The label', { minimum: 0, maximum: 60 }).optional(),
  vatId: optionalVatIdField.meta({ description: 'Of whom the invoice is for.' }),
  isDefault: z.boolean().optional(),
})

/** An address to save. With `isDefault` it becomes the default in place of another. */
export type SaveAddress = z.infer<typeof saveAddressSchema>

export const savedAddressSchema = addressSchema
  .extend({
    _id: z.string(),
    label: z.string().optional(),
    vatId: z.string().optional(),
    isDefault: z.boolean(),
    addressLines: z.array(z.string()),
  })
  .meta({ id: 'SavedAddress' })

/** An address of the address book. `addressLines` are as the post of its country writes it; `vatId` is without spaces. */
export type SavedAddress = z.infer<typeof savedAddressSchema>
