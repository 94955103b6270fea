import { z } from 'zod'
import { shapedSchema } from '#features/catalog/schema.ts'

/** The request for the model of one part. */
export const previewedPartSchema = shapedSchema.extend({
  productId: z
    .string('The product is required.')
    .max(100)
    .meta({ description: 'The id of a product for sale of the category.' }),
})

export const previewSchema = z
  .object({
    checked: z.number().int().meta({
      description: 'The products for sale of the category itself that were looked at, 10,000 at most.',
    }),
    without: z.number().int().meta({ description: 'Those of them that have no model.' }),
    parts: z
      .array(z.object({ _id: z.string(), sku: z.string(), name: z.string(), reason: z.string() }))
      .meta({ description: 'The first 100 of these by name, each with the reason.' }),
  })
  .meta({ id: 'ModelPreview' })

/** Which parts of a category have no model, and why. */
export type ModelPreview = z.infer<typeof previewSchema>
