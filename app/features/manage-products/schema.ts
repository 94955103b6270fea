import { z } from 'zod'
import { managedProductSchema, productQuerySchema } from '#features/catalog/schema.ts'
import { LATELY_DAYS } from '#features/overview/limits.ts'
import { paceFields } from '#features/overview/schema.ts'
import { chosenColumns, managedSorts, managedStates } from './states.ts'

/** The parameters of the list of all products for the staff. */
export const managedQuerySchema = productQuerySchema.omit({ sort: true }).extend({
  state: z
    .enum(managedStates, `state has to be one of ${managedStates.join(', ')}.`)
    .meta({
      description:
        'Those for sale, unless told; of these those whose stock is `low` or that are sold `out`; those that are `featured`; or archived ones.',
    })
    .optional(),
  sort: z.enum(managedSorts, `sort has to be one of ${managedSorts.join(', ')}.`).optional(),
})

export type ManagedQuery = z.infer<typeof managedQuerySchema>

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
    perDay: paceFields.perDay.optional().meta({
      description: `Of \`state=low\`: the pieces that were sold a day in the last ${LATELY_DAYS} days.`,
    }),
    daysLeft: paceFields.daysLeft,
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
