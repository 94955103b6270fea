import { findAlikeProducts, findQuotedProducts, type QuotedProduct } from '#features/catalog/catalog.ts'
import { NO_OWN_PARTS, type OwnParts } from '#features/company-numbers/company-numbers.ts'
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
  /** The own number of the company that asks, by which it was found. */
  readonly own?: string | undefined
}

/** A line of a text, with the meanings that only an own number of a company can have. */
export interface LineToFind extends ReadLine {
  readonly ownCandidates?: readonly LineCandidate[]
}

/** The texts of lines that may be own numbers. */
export const ownTextsOf = (lines: readonly LineToFind[]): string[] =>
  lines.flatMap((line) => ownCandidatesOf(line).map(({ sku }) => sku))

const ownCandidatesOf = ({ candidates, ownCandidates = [] }: LineToFind): readonly LineCandidate[] => [
  ...ownCandidates,
  ...candidates,
]

type PartsOf = (sku: string) => readonly QuotedProduct[]

/**
 * The parts of the lines: those of an own number of the company that asks; those with exactly one of their part numbers; for a line
 * without such a part those whose numbers have other marks, such as "HX_933" for "HX-933". Two queries at most, besides the one for
 * the own numbers.
 */
export async function findLineParts(
  db: Db,
  lines: readonly LineToFind[],
  own: OwnParts = NO_OWN_PARTS,
): Promise<LinePart[]> {
  const { bySku, byId } = await findQuotedProducts(db, { skus: skusOf(lines), ids: own.productIds })
  const isForSale = (sku: string) => bySku(sku)?.isForSale === true
  const byOwn: PartsOf = (text) =>
    [byId(own.find(text)?.productId ?? '')].filter((part) => part !== undefined)
  const others = lines.filter(
    (line) => !existingCandidate(ownCandidatesOf(line), (text) => byOwn(text).length > 0 || isForSale(text)),
  )
  const alike = await findAlikeProducts(db, skusOf(others).filter(isWithMarks))
  const exactly: PartsOf = (sku) => (isForSale(sku) ? [bySku(sku)].filter((part) => part !== undefined) : [])
  const nearly: PartsOf = (sku) =>
    // One object a product, by which its lines are merged. An archived part with exactly this number is the one that is meant.
    bySku(sku) || !isWithMarks(sku) ? [] : alike(sku).map((part) => bySku(part.sku) ?? part)
  return lines.map((line) => {
    const { candidates } = line
    const named = ownPartOf(line, byOwn, exactly)
    if (named) return { ...named, own: own.find(named.sku)?.own }
    return partOf(candidates, exactly) ?? partOf(candidates, nearly) ?? noPart(candidates)
  })
}

/**
 * The part that a line names by an own number of the company. A line that also has the number of another part names both. A column
 * of part numbers goes before an own number elsewhere in the row, such as "M8" in a description.
 */
function ownPartOf(line: LineToFind, byOwn: PartsOf, exactly: PartsOf) {
  const candidates = ownCandidatesOf(line)
  const candidate = existingCandidate(candidates, (text) => byOwn(text).length > 0)
  const [product] = candidate ? byOwn(candidate.sku) : []
  if (!candidate || !product) return undefined
  if (!candidate.isNamed && candidates.some(({ isNamed, sku }) => isNamed && exactly(sku).length > 0))
    return undefined
  const { sku } = candidate
  const partsOf: PartsOf = (text) => (byOwn(text).length > 0 ? byOwn(text) : exactly(text))
  const words = partWords(`${product.sku} ${product.name} ${product.facts}`)
  const others = candidates
    .filter((other) => namesAnother(other, candidate, product, words, partsOf))
    .flatMap((other) => partsOf(other.sku))
  if (others.length === 0) return { sku, product, choices: [], amount: candidate.amount(words) }
  return { sku, product: undefined, choices: [...new Set([product, ...others])], amount: candidate.amount() }
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
