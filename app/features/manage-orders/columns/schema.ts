import { z } from 'zod'
import { chosenColumns } from '#features/orders/states.ts'

const columnField = z.enum(chosenColumns, `A column is one of ${chosenColumns.join(', ')}.`)

export const columnsSchema = z
  .object({
    columns: z
      .array(columnField, 'The columns are a list of names.')
      .max(chosenColumns.length, 'Each column is named once.'),
  })
  .meta({ id: 'OrderColumns' })

/** The columns of Manage Orders that are shown besides those that always are. */
export type OrderColumns = z.infer<typeof columnsSchema>
