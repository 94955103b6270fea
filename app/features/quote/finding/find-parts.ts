import { findAlikeProducts, findQuotedProducts, type QuotedProduct } from '#features/catalog/catalog.ts'
import type { Db } from '#kit/db/db.ts'
import { existingCandidate, type LineCandidate, partWords, type ReadLine } from '../read-lines.ts'
import type { Amount } from '../reading/line-quantity.ts'
import type { PartWords } from '../reading/part-words.ts'

/** The part of a line, or what it may be. */
export interface LinePart {
  readonly sku: string | undefined
  readonly product: QuotedProduct | undefined
  /** Several parts whose numbers differ from the one of the line only in marks. */
  readonly choices: readonly QuotedProduct[]
  readonly amount: Amount
}

type PartsOf = (sku: string) => readonly QuotedProduct[]

/**
 * The parts of the lines: those with exactly one of their part numbers; for a line without such a part those whose numbers have
 * other marks, such as "HX_933" for "HX-933". Two queries at most.
 */
export async function findLineParts(db: Db, lines: readonly ReadLine[]): Promise<LinePart[]> {
  const { bySku } = await findQuotedProducts(db, { skus: skusOf(lines), ids: [] })
  const isForSale = (sku: string) => bySku(sku)?.isForSale === true
  const others = lines.filter(({ candidates }) => !existingCandidate(candidates, isForSale))
  const alike = await findAlikeProducts(db, skusOf(others).filter(isWithMarks))
  const exactly: PartsOf = (sku) => (isForSale(sku) ? [bySku(sku)].filter((part) => part !== undefined) : [])
  const nearly: PartsOf = (sku) =>
    // One object a product, by which its lines are merged. An archived part with exactly this number is the one that is meant.
    bySku(sku) || !isWithMarks(sku) ? [] : alike(sku).map((part) => bySku(part.sku) ?? part)
  return lines.map(
    ({ candidates }) => partOf(candidates, exactly) ?? partOf(candidates, nearly) ?? noPart(candidates),
  )
}

const skusOf = (lines: readonly ReadLine[]): string[] =>
  lines.flatMap(({ candidates }) => candidates.map(({ sku }) => sku))

/** Words with a blank between them are no part number with other marks: they may be a description. */
const isWithMarks = (sku: string): boolean =>
  /\d/.test(sku) && /[._/-]/.test(sku) && !/[A-Za-z0-9] [A-Za-z0-9]/.test(sku)

const noPart = ([first]: readonly LineCandidate[]): LinePart => ({
  sku: first?.sku,
  product: undefined,
  choices: [],
  amount: first?.amount(),
})

/** The part with the longest number that a line has. */
function partOf(candidates: readonly LineCandidate[], partsOf: PartsOf): LinePart | undefined {
  const candidate = existingCandidate(candidates, (sku) => partsOf(sku).length > 0)
  if (!candidate) return undefined
  const { sku } = candidate
  const [product, ...others] = partsOf(sku)
  if (!product) return undefined
  if (others.length > 0)
    return { sku, product: undefined, choices: [product, ...others], amount: candidate.amount() }
  const own = partWords(`${product.sku} ${product.name} ${product.facts}`)
  const isSure = !candidates.some((other) => namesAnother(other, candidate, product, own, partsOf))
  return { sku, product, choices: [], amount: isSure ? candidate.amount(own) : { offers: [] } }
}

/** Whether a line names another part for sale too: the pieces of which part it says is a question. */
function namesAnother(
  other: LineCandidate,
  chosen: LineCandidate,
  product: QuotedProduct,
  own: PartWords,
  partsOf: PartsOf,
): boolean {
  const { sku, isNamed } = other
  if (isNamed !== chosen.isNamed || !/\d/.test(sku) || !(isNamed || /\p{L}/u.test(sku))) return false
  if ([chosen.sku, product.sku].some((name) => name.toLowerCase().includes(sku.toLowerCase()))) return false
  return (isNamed || !own.has(sku)) && partsOf(sku).some(({ _id }) => _id !== product._id)
}
