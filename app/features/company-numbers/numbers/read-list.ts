import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from 'hono'
import { BrokenCsv, parseCsv } from '#kit/csv/parse-csv.ts'
import { AppError, invalidField } from '#kit/server/app-error.ts'
import { CSV_FILE } from '#kit/server/describe.ts'
import { invalid, z } from '#kit/server/router.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { decodeInParts } from '#kit/text/decode-text.ts'
import { mediaTypeOf, readJsonBody } from '#kit/upload/request-body.ts'
import { MOST_OWN_NUMBERS } from '../limits.ts'
import type { OwnNumber } from '../schema.ts'

/** A row of a list that was sent, as it was typed. `row` is its number in a file. */
export interface SentRow extends OwnNumber {
  readonly row?: number
}

const text = { type: 'string' as const }

/** The bodies of a list. */
export const LIST_BODY = {
  required: true,
  content: {
    'application/json': {
      schema: {
        type: 'object' as const,
        properties: {
          numbers: {
            type: 'array' as const,
            maxItems: MOST_OWN_NUMBERS,
            items: {
              type: 'object' as const,
              properties: { sku: text, own: text },
              required: ['sku', 'own'],
            },
          },
        },
        required: ['numbers'],
      },
    },
    ...CSV_FILE.content,
  },
}

const TOO_MANY = `A company has ${formatCount(MOST_OWN_NUMBERS)} own part numbers at most.`

const listSchema = z.object({
  numbers: z
    .array(
      z.object({
        sku: z.string('The part number is required.'),
        own: z.string('The own number is required.'),
      }),
      'The numbers are a list of part numbers with the own ones.',
    )
    .max(MOST_OWN_NUMBERS, TOO_MANY),
})

/** The list of a request. Refused: another kind of body (415), one that is no such list (400, 422), more than 20,000 rows (422). */
export async function readSentList(c: Context): Promise<SentRow[]> {
  const type = mediaTypeOf(c)
  if (type === 'text/csv') return readFile(new Uint8Array(await c.req.arrayBuffer()))
  if (type !== 'application/json')
    throw new AppError('unsupported_media_type', 'Send the list as application/json or text/csv.')
  const parsed = listSchema.safeParse(await readJsonBody(c))
  if (!parsed.success) throw invalid(parsed.error.issues)
  return parsed.data.numbers
}

const NAMES = ['sku', 'own'] as const

/** The rows of a file: its first row names the columns `sku` and `own`, in any sequence and among others. */
async function readFile(bytes: Uint8Array): Promise<SentRow[]> {
  const decoded = await decodeInParts(bytes, nextTurn)
  if (!('parts' in decoded))
    throw invalidField('numbers', 'The file has no text. Save it as CSV, and send that.')
  const rows: SentRow[] = []
  let columns: { readonly sku: number; readonly own: number } | undefined
  try {
    for await (const { row, cells } of parseCsv(decoded.parts)) {
      if (!columns) {
        columns = columnsOf(cells)
        continue
      }
      if (rows.length === MOST_OWN_NUMBERS) throw invalidField('numbers', TOO_MANY)
      rows.push({ row, sku: cells[columns.sku] ?? '', own: cells[columns.own] ?? '' })
    }
  } catch (error) {
    throw error instanceof BrokenCsv ? invalidField(`numbers/${rows.length}`, error.message) : error
  }
  // A file without any text says nothing, so it does not empty the list.
  if (!columns) throw noColumns()
  return rows
}

function columnsOf(cells: readonly string[]) {
  const names = cells.map((cell) => cell.trim().toLowerCase())
  const [sku = -1, own = -1] = NAMES.map((name) => names.indexOf(name))
  if (sku === -1 || own === -1) throw noColumns()
  return { sku, own }
}

const noColumns = (): AppError =>
  invalidField(
    'numbers',
    'The first row has to name the columns sku, for our part numbers, and own, for yours.',
  )
