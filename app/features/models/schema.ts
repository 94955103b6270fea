import { z } from 'zod'
import { modelFormats } from './states.ts'

/** A shape that the shop can draw, in answers. */
export const shapeSchema = z
  .object({
    slug: z.string(),
    name: z.string(),
    group: z.string().meta({ description: 'The kind of part.' }),
    standards: z.array(z.string()).meta({ description: 'Those of which the shop has a table.' }),
    parameters: z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        unit: z.string().optional(),
        required: z.boolean().meta({ description: 'The others come from a table, or have a usual value.' }),
        kind: z.enum(['number', 'text']).meta({ description: 'What its value is.' }),
        options: z.array(z.string()).optional(),
      }),
    ),
  })
  .meta({ id: 'Shape' })

export type Shape = z.infer<typeof shapeSchema>

/** The formats in which a part has a model, or why it has none. */
export const partModelSchema = z.union([
  z.object({ formats: z.array(z.enum(modelFormats)) }),
  z.object({ reason: z.string() }),
])

export type PartModel = z.infer<typeof partModelSchema>

export const modelSizesSchema = z.partialRecord(z.enum(modelFormats), z.number().int())

/** The bytes of the files of a model. */
export type ModelSizes = z.infer<typeof modelSizesSchema>
