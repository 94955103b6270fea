import { z } from 'zod'
import { fieldChangeSchema } from '#kit/audit/field-change.ts'
import { MOST_CSV_ROWS } from '#kit/csv/csv-line.ts'
import { textField } from '#kit/input/fields.ts'
import { MOST_LEFT_OUT } from './limits.ts'

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

export const importQuerySchema = z.object({
  kind: z.enum(rowFilters, `kind is one of ${rowFilters.join(', ')}.`).optional(),
  sort: z.literal('kind', 'sort can only be kind.').optional(),
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
