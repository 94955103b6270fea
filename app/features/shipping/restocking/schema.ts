import { z } from 'zod'
import { piecesField } from '#features/orders/schema.ts'

/** The pieces that go back to stock, or all that are left. */
export const restockSchema = z.object({ lines: piecesField.optional() })

export type Restock = z.infer<typeof restockSchema>
