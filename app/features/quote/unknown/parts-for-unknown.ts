import {
  type DescribedPart,
  describedParts,
  nearestToEach,
  nearlyDescribedParts,
} from '#features/catalog/catalog.ts'
import { SKU } from '#features/catalog/limits.ts'
import type { Db } from '#kit/db/db.ts'
import type { Description } from '../reading/described.ts'
import type { QuoteLine } from '../schema.ts'

/** The parts that a line may mean take several queries, so only the first unknown lines of a quote have them. */
const MOST_LINES = 20

/** A line of a quote, with what the text says of it in words. */
interface UnknownLine {
  readonly line: QuoteLine
  readonly describe: (() => Description[]) | undefined
}

/**
 * Adds the parts that unknown lines may mean as their fixes: those that a line describes in words, else those whose part
 * numbers are nearest, else those of the nearest sizes. None is chosen: that is a question to the buyer.
 */
export async function addPartsForUnknown(db: Db, lines: readonly UnknownLine[]): Promise<void> {
  const unknown = lines.filter(({ line }) => line.problem === 'unknown' && !line.fixes)
  const described = unknown.flatMap(({ line, describe }) => {
    const descriptions = describe?.() ?? []
    return descriptions.length > 0 ? [{ line, descriptions }] : []
  })
  const first = described.slice(0, MOST_LINES)
  for (const { line, descriptions } of first) await addDescribed(db, line, descriptions)
  await addNearest(
    db,
    unknown.flatMap(({ line }) => (line.fixes ? [] : line)),
  )
  for (const { line, descriptions } of first)
    if (!line.fixes) await addNearlyDescribed(db, line, descriptions)
}

/** The parts of the first description that has some. When another one has too, the number of pieces is a question. */
async function addDescribed(db: Db, line: QuoteLine, descriptions: readonly Description[]): Promise<void> {
  const found: { parts: DescribedPart[]; quantity: number | undefined }[] = []
  for (const { words, quantity } of descriptions) {
    const parts = await describedParts(db, words)
    if (parts.length > 0) found.push({ parts, quantity })
  }
  const [first, ...others] = found
  if (first) offer(line, 'wholly', first.parts, others.length === 0 ? first.quantity : undefined)
}

async function addNearlyDescribed(
  db: Db,
  line: QuoteLine,
  [first, ...others]: readonly Description[],
): Promise<void> {
  const parts = first ? await nearlyDescribedParts(db, first.words) : []
  if (parts.length > 0) offer(line, 'nearly', parts, others.length === 0 ? first?.quantity : undefined)
}

/** The words that were taken for a part number are none. */
function offer(
  line: QuoteLine,
  described: NonNullable<QuoteLine['described']>,
  parts: NonNullable<QuoteLine['fixes']>,
  quantity: number | undefined,
): void {
  line.described = described
  line.fixes = parts
  delete line.sku
  delete line.quantity
  if (quantity === undefined) return
  line.quantity = quantity
  delete line.unclear
}

async function addNearest(db: Db, lines: readonly QuoteLine[]): Promise<void> {
  const named = lines.filter(({ sku = '' }) => SKU.test(sku))
  const bySku = Map.groupBy(named, ({ sku = '' }) => sku)
  const first = [...bySku].slice(0, MOST_LINES)
  const nearest = await nearestToEach(
    db,
    first.map(([sku]) => sku),
  )
  for (const [at, [, same]] of first.entries()) {
    const fixes = nearest[at] ?? []
    if (fixes.length > 0) for (const line of same) line.fixes = fixes
  }
}
