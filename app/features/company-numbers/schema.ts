import { z } from 'zod'
import { searchField } from '#kit/input/fields.ts'

export const ownNumbersSchema = z
  .object({ numbers: z.array(z.object({ sku: z.string(), own: z.string() })) })
  .meta({ id: 'OwnPartNumbers' })

/** The own part numbers of a company in their sequence: `own` is what it calls the part `sku`. */
export type OwnNumbers = z.infer<typeof ownNumbersSchema>

export type OwnNumber = OwnNumbers['numbers'][number]

export const ownNumbersQuerySchema = z.object({
  q: searchField.optional().meta({ description: 'What either of both numbers contains, in any case.' }),
  limit: z.string().optional().meta({ description: 'From 1 to 100. Without it all are answered.' }),
  after: z.string().optional(),
})

/** `preview`: nothing is replaced. */
export const replaceQuerySchema = z.object({
  preview: z.literal('true').optional().meta({ description: 'Replaces nothing: says what would change.' }),
})

export const replacedSchema = z.object({
  before: z.number().int(),
  after: z.number().int(),
  added: z.number().int(),
  changed: z.number().int(),
  removed: z.number().int(),
})

/**
 * How many numbers there were and are. A number is `changed` that names another part than before, or is written in another way;
 * `added` and `removed` are the numbers that the list did not have, or does not have any more.
 */
export type Replaced = z.infer<typeof replacedSchema>
