import { z } from 'zod'
import { managedProductSchema } from '#features/catalog/schema.ts'
import { chosenColumns } from './states.ts'

const pieces = z.number().int()

/** A product in the list for the staff. */
export const listedProductSchema = managedProductSchema
  .extend({
    onHand: pieces.meta({
      description: 'What lies on the shelf: `quantity`, which is for sale, and what is held.',
    }),
    held: z
      .object({ unpaid: pieces, paid: pieces })
      .meta({ description: 'The pieces of unpaid orders, and those of paid ones that are not shipped.' }),
  })
  .meta({ id: 'ListedProduct' })

export type ListedProduct = z.infer<typeof listedProductSchema>

const columnField = z.enum(chosenColumns, `A column is one of ${chosenColumns.join(', ')}.`)

export const columnsSchema = z
  .object({
    columns: z
      .array(columnField, 'The columns are a list of names.')
      .max(chosenColumns.length, 'Each column is named once.'),
  })
  .meta({ id: 'ProductColumns' })

/** The columns of Manage Products that are shown besides those that always are. */
export type ProductColumns = z.infer<typeof columnsSchema>
