import { z } from 'zod'

export const fieldChangeSchema = z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })

/** A changed field with its value before and after. */
export type FieldChange = z.infer<typeof fieldChangeSchema>
