import { documentNumberText, type NumberedKind, readDocumentNumber } from '#features/orders/texts.ts'
import type { NumberGap } from '#kit/backup/restore-marks.ts'
import type { Db } from '#kit/db/db.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { toIso } from '#kit/time.ts'
import '#kit/backup/tables.ts'
import type { ListedGap } from '../schema.ts'

/** The table of a kind of document, whose stored count is its last number. */
const TABLES = { invoice: 'invoices', credit_note: 'credit_notes' } as const

/** The last numbers of a database, by its stored counts; 0 where none was issued. */
export const lastNumbers = (
  counted: ReadonlyMap<string, number>,
): Readonly<Record<NumberedKind, number>> => ({
  invoice: counted.get(TABLES.invoice) ?? 0,
  credit_note: counted.get(TABLES.credit_note) ?? 0,
})

/** More numbers than this between a backup and its restore are more likely a slip of the hand. */
const USUAL_GAP = 1000

/** What says that no document was issued after the backup. */
const NONE = 'none'

/**
 * The numbers between the last one in a backup and the last one that was issued, as somebody says it: as it stands on the
 * document, only its digits, or `none`. Undefined without any. Throws for another word, for a number below the backup's, and for
 * one far above it unless `isLarge` says that so many were issued: a number that was skipped by mistake cannot be given any more.
 */
export function findGap(
  kind: NumberedKind,
  last: number,
  said: string,
  isLarge = false,
): NumberGap | undefined {
  if (said === NONE) return undefined
  const number = readSaid(kind, said)
  if (number < last)
    throw new Error(
      `The backup has ${documentNumberText(kind, last)}, so ${documentNumberText(kind, number)} is not the last one that was issued.`,
    )
  if (number - last > USUAL_GAP && !isLarge)
    throw new Error(
      `${documentNumberText(kind, number)} would skip ${formatCount(number - last)} numbers after the backup, for good. Check it for a slip; if it is right, restore with --large-gap.`,
    )
  return number === last ? undefined : { kind: TABLES[kind], first: last + 1, last: number }
}

function readSaid(kind: NumberedKind, said: string): number {
  if (/^\d{1,9}$/.test(said)) return Number(said)
  const named = readDocumentNumber(said)
  if (named?.kind === kind) return named.number
  throw new Error(
    `"${said}" is no number of this kind: name the last one that was issued, such as ${documentNumberText(kind, 14)}, or ${NONE}.`,
  )
}

const LISTED = 100

/** The numbers that are in no document of this database, because they were issued after a backup of it; the newest first. */
export async function listGaps(db: Db): Promise<ListedGap[]> {
  const rows = await db
    .selectFrom('number_gaps')
    .selectAll()
    .orderBy('restored_at', 'desc')
    .orderBy('kind', 'desc')
    .limit(LISTED)
    .execute()
  return rows.map(({ kind, first_number, last_number, restored_at, reason }) => {
    const of = kind === TABLES.invoice ? 'invoice' : 'credit_note'
    return {
      kind: of,
      first: documentNumberText(of, first_number),
      last: documentNumberText(of, last_number),
      restoredAt: toIso(restored_at),
      reason,
    }
  })
}
