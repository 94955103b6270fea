import { z } from 'zod'
import { fieldChangeSchema } from '#kit/audit/field-change.ts'
import { MOST_CSV_ROWS } from '#kit/csv/csv-line.ts'
import { textField } from '#kit/input/fields.ts'
import { LONGEST_COLUMN, LONGEST_VALUE, MOST_COLUMNS, MOST_LEFT_OUT, MOST_PICTURES } from './limits.ts'

const importStates = ['reading', 'ready', 'applying', 'applied', 'undoing', 'undone'] as const

const rowKinds = ['added', 'changed', 'unchanged', 'wrong'] as const

/** What the rows of an import can be filtered by. */
const rowFilters = [...rowKinds, 'prices_fall', 'prices_rise', 'left_out'] as const

export type RowFilter = (typeof rowFilters)[number]

const count = z.number().int()

export const importSchema = z
  .object({
    _id: z.string(),
    name: z.string().meta({ description: 'The name of the file.' }),
    at: z.string(),
    by: z.string().meta({ description: 'The e-mail address of the admin.' }),
    state: z.enum(importStates),
    counts: z.object({ added: count, changed: count, unchanged: count, wrong: count }),
    prices: z.object({ fall: count, rise: count }),
    leftOut: count,
    leftOutOf: z.object({ added: count, changed: count, fall: count, rise: count }).optional().meta({
      description: 'How many of each the rows are that are left out; `counts` and `prices` have them too.',
    }),
    done: count.meta({
      description: 'The number of the row that was read last, or applied last.',
    }),
    pictures: z
      .object({ used: count, unused: z.array(z.string()), leftOver: count })
      .optional()
      .meta({
        description: 'Of the pictures that were sent with the file; at most 20 unused ones are named.',
      }),
    appliedAt: z.string().optional(),
    undoneAt: z.string().optional(),
  })
  .meta({ id: 'Import' })

/** An imported list. Counts are rows; `prices` are those of changed products. Times are ISO 8601 in UTC. */
export type Import = z.infer<typeof importSchema>

const rowErrorSchema = z.object({ column: z.string(), detail: z.string() })

const importRowSchema = z.object({
  row: count.meta({ description: 'As a spreadsheet numbers it: the column names are row 1.' }),
  sku: z.string(),
  kind: z.enum(rowKinds),
  changes: z.array(fieldChangeSchema),
  errors: z.array(rowErrorSchema),
  leftOut: z.literal(true).optional(),
})

/** What a row of the file would change, or what is wrong with it. */
export type ImportRow = z.infer<typeof importRowSchema>

export const importWithRowsSchema = importSchema
  .extend({ rows: z.array(importRowSchema) })
  .meta({ id: 'ImportWithRows' })

export type ImportWithRows = z.infer<typeof importWithRowsSchema>

export const newImportQuerySchema = z.object({
  name: textField('The name', { maximum: 200 }).optional(),
  sheet: textField('The name of the sheet', { maximum: 200 }).optional(),
})

const columnField = z.string('A column has a text.').max(LONGEST_COLUMN)

/** What the columns of a file mean. */
export const readingSchema = z
  .object({
    headRow: z
      .int('The row of the heads is a whole number.')
      .min(1)
      .max(MOST_CSV_ROWS)
      .optional()
      .meta({ description: 'The row that names the columns; the first one by default.' }),
    columns: z
      .array(columnField, 'The columns are a list.')
      .max(MOST_COLUMNS, `At most ${MOST_COLUMNS} columns.`)
      .meta({
        description: 'For each column of the file the one that it means; an empty text leaves it out.',
      }),
    marks: z
      .record(columnField, z.enum(['.', ','], 'A decimal mark is a point or a comma.'))
      .optional()
      .meta({ description: 'The decimal mark of columns whose numbers can be read in two ways.' }),
    newParts: z.enum(['add', 'refuse'], 'newParts is add or refuse.').optional().meta({
      description:
        'What a row with an unknown part number is: a new part, or wrong. By default a new part if a column is `name`.',
    }),
    values: z.record(columnField, z.string().max(LONGEST_VALUE)).optional().meta({
      description: 'What new parts have in columns that the file leaves out, or whose cell is empty.',
    }),
  })
  .meta({ id: 'ImportReading' })

export type Reading = z.infer<typeof readingSchema>

/** The paths of uploaded pictures by the names of their files. */
export const picturesSchema = z
  .record(z.string().max(LONGEST_COLUMN), z.string().max(LONGEST_COLUMN))
  .refine((files) => Object.keys(files).length <= MOST_PICTURES, `At most ${MOST_PICTURES} pictures.`)

const fileColumnSchema = z.object({
  head: z.string(),
  samples: z.array(z.string()),
  field: z
    .string()
    .optional()
    .meta({ description: 'The column that it seems to mean; absent if nothing says it.' }),
  why: z.enum(['remembered', 'name', 'content']).optional(),
  twoWays: z.object({ text: z.string(), smaller: z.number(), larger: z.number() }).optional().meta({
    description: 'A number of the column that can be read in two ways, which no other number settles.',
  }),
  isNumber: z.literal(true).optional().meta({ description: 'Its first values are numbers, all of them.' }),
  newCategories: z.array(z.string()).optional().meta({
    description: 'The values that are no category yet, of a column that is or can be the one of categories.',
  }),
})

export type FileColumn = z.infer<typeof fileColumnSchema>

const knownFieldSchema = z.object({
  field: z.string(),
  label: z.string(),
  isNumber: z.boolean(),
  needed: z.enum(['always', 'new parts']).optional(),
})

export type KnownField = z.infer<typeof knownFieldSchema>

/** What a file has for columns, and what they seem to mean. */
export const fileColumnsSchema = z
  .object({
    sheets: z.array(z.string()).meta({ description: 'The sheets of a workbook that have cells.' }),
    sheet: z
      .string()
      .optional()
      .meta({ description: 'The one that was read; absent while one has to be chosen.' }),
    rows: count,
    hidden: z.object({ rows: count, columns: count }),
    headRow: count,
    isOwn: z
      .boolean()
      .meta({ description: 'The file names its columns as the shop does, and nothing is to be asked.' }),
    columns: z.array(fileColumnSchema),
    fields: z.array(knownFieldSchema),
    unknownParts: count.meta({ description: 'Of the first part numbers, how many the shop does not have.' }),
    knownParts: count,
    remembered: readingSchema.pick({ marks: true, newParts: true, values: true }).optional(),
  })
  .meta({ id: 'FileColumns' })

export type FileColumns = z.infer<typeof fileColumnsSchema>

export const importQuerySchema = z.object({
  kind: z.enum(rowFilters, `kind is one of ${rowFilters.join(', ')}.`).optional(),
  sort: z.literal('kind', 'sort can only be kind.').optional(),
  added: z.literal('apart', 'added can only be apart.').optional(),
  limit: z.string().optional(),
  after: z.string().optional(),
})

const rowNumbers = z
  .array(z.int('A row is a whole number.').min(2).max(MOST_CSV_ROWS))
  .max(MOST_LEFT_OUT, `At most ${MOST_LEFT_OUT} rows at once.`)

/** The request that leaves rows out of an import, or takes them in again. */
export const leaveOutSchema = z.object({
  leaveOut: rowNumbers.default([]),
  takeIn: rowNumbers.default([]),
})

export type LeaveOut = z.infer<typeof leaveOutSchema>

/** What a refusal says about the rows whose products were changed meanwhile, at most 20 of them. */
export const outdatedRowsSchema = z.array(z.object({ row: count, sku: z.string() }))

export type OutdatedRow = z.infer<typeof outdatedRowsSchema>[number]
