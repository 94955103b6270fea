import { setImmediate as nextTurn } from 'node:timers/promises'
import { findQuotedProducts, type QuotedProduct } from '#features/catalog/catalog.ts'
import { findOwnParts, NO_OWN_PARTS, ownNumbersOf } from '#features/company-numbers/company-numbers.ts'
import { type PriceBuyer, type PricedFor, pricesFor } from '#features/pricing/pricing.ts'
import type { Db } from '#kit/db/db.ts'
import { wholeCents } from '#kit/money.ts'
import { type BuyerWords, buyerWordsOf } from '#kit/notes/buyer-words.ts'
import { invalidField } from '#kit/server/app-error.ts'
import { findLineParts, type LineToFind, ownTextsOf } from './finding/find-parts.ts'
import { ownCandidates } from './finding/own-candidates.ts'
import { MAXIMUM_QUOTE_LINES } from './limits.ts'
import { judgeLine, judgeLines } from './line-terms.ts'
import type { DeliveredLine } from './order-terms.ts'
import { readLine, splitList } from './read-lines.ts'
import type { Description } from './reading/described.ts'
import { type Quote, type QuotedTerms, type QuoteLine, TOO_MANY_LINES } from './schema.ts'
import { addPartsForUnknown } from './unknown/parts-for-unknown.ts'

/** A line to quote: a part by its id or its part number in any case, with whole pieces from 0. */
export interface AskedLine {
  /** What the quote returns as given: unless it is stated, the line itself. */
  readonly given?: QuoteLine['given']
  readonly sku?: string | undefined
  readonly productId?: string | undefined
  readonly quantity?: number | undefined
}

/** Who asks for a quote, besides for which prices. */
interface QuoteOptions {
  /** What the list costs where it is delivered. */
  readonly terms?: QuoteTerms | undefined
  /** The id of the company whose own part numbers are understood before the shop's. */
  readonly company?: string | undefined
}

/** Finds what the lines that have a price cost where they are delivered. */
type QuoteTerms = (lines: readonly DeliveredLine[], linesCents: number) => Promise<QuotedTerms>

/**
 * What the lines cost the buyer now and what is wrong with them, in their sequence. A part named again is merged into its first
 * line; archived and unknown ones are `unknown`. Reserves nothing. With `terms` it says what the list costs where it is delivered,
 * with `company` what that calls the parts.
 */
export async function quoteLines(
  db: Db,
  buyer: PriceBuyer,
  lines: readonly AskedLine[],
  options: QuoteOptions = {},
): Promise<Quote> {
  const skus = lines.flatMap(({ sku, productId }) => (productId === undefined ? (sku ?? []) : []))
  const own = await findOwn(db, options, skus)
  const products = await findQuotedProducts(db, {
    skus,
    ids: [...own.productIds, ...lines.flatMap(({ productId }) => productId ?? [])],
  })
  const found = lines.map(({ given, ...line }) => {
    const { sku, productId } = line
    const named = productId === undefined ? own.find(sku ?? '') : undefined
    const product =
      products.byId(productId ?? named?.productId ?? '') ??
      (productId === undefined ? products.bySku(sku ?? '') : undefined)
    return { ...line, given: given ?? line, sku: sku ?? product?.sku, product, own: named?.own }
  })
  return quote(db, buyer, found, options)
}

/** What some of these texts name as own numbers of the company that asks. */
const findOwn = async (db: Db, { company }: QuoteOptions, texts: readonly string[]) =>
  company === undefined ? NO_OWN_PARTS : findOwnParts(db, company, texts)

/** What the lines of a cart or a list cost, each product once, each line with the words of its buyer. */
export async function quoteWorded(
  db: Db,
  buyer: PriceBuyer,
  lines: readonly (BuyerWords & { readonly productId: string; readonly quantity: number })[],
) {
  const asked = lines.map(({ productId, quantity }) => ({ productId, quantity }))
  const { lines: quoted, ...sums } = await quoteLines(db, buyer, asked)
  return { ...sums, lines: quoted.map((line, at) => ({ ...line, ...buyerWordsOf(lines[at] ?? {}) })) }
}

/** Long lines of many numbers take up to half a millisecond each: between these, waiting requests are served. */
const LINES_AT_ONCE = 40

/** The quote of a pasted text, as {@link quoteLines} does it. Refuses (422) more lines than a quote has. */
export async function quoteText(
  db: Db,
  buyer: PriceBuyer,
  text: string,
  options: QuoteOptions = {},
): Promise<Quote> {
  const given = splitList(text, MAXIMUM_QUOTE_LINES + 1)
  // Before they are read: that takes half a second for all lines that a text can have, and blocks other requests.
  if (given.length > MAXIMUM_QUOTE_LINES) throw invalidField('text', TOO_MANY_LINES)
  const lines: LineToFind[] = []
  for (const line of given) {
    if (lines.length % LINES_AT_ONCE === LINES_AT_ONCE - 1) await nextTurn()
    const read = readLine(line)
    lines.push(options.company === undefined ? read : { ...read, ownCandidates: ownCandidates(line, read) })
  }
  const own = await findOwn(db, options, ownTextsOf(lines))
  const parts = await findLineParts(db, lines, own)
  const found = parts.map(({ amount, ...part }, at) => {
    const { given = '', describe } = lines[at] ?? {}
    return { ...part, given, describe, ...amount }
  })
  return quote(db, buyer, found, options)
}

/** A line with its part, unless that is unknown. */
interface FoundLine extends AskedLine {
  readonly given: QuoteLine['given']
  readonly product: QuotedProduct | undefined
  /** The own number by which it was found. */
  readonly own?: string | undefined
  /** What an amount may mean that is not clear. Then there is no quantity. */
  readonly offers?: readonly number[]
  readonly mayBeNone?: boolean
  /** Several parts that may be meant. */
  readonly choices?: readonly QuotedProduct[]
  /** What a line of a text says of its part in words. */
  readonly describe?: (() => Description[]) | undefined
}

async function quote(
  db: Db,
  buyer: PriceBuyer,
  lines: readonly FoundLine[],
  { terms, company }: QuoteOptions,
): Promise<Quote> {
  const byPart = Map.groupBy(lines, (line) => (line.product?.isForSale ? line.product : line))
  const groups = [...byPart.values()]
  const parts = await pricesFor(
    db,
    buyer,
    groups.map(([first]) => (first?.product?.isForSale ? first.product : undefined)),
  )
  const called = await ownNumbers(db, company, parts)
  const quoted = groups.map((group, at) => toQuoteLine(group, parts[at], called))
  await addPartsForUnknown(
    db,
    quoted.map((line, at) => ({ line, describe: groups[at]?.[0]?.describe })),
  )
  const judged = { lines: quoted, ...judgeLines(quoted) }
  if (!terms) return judged
  const delivered = parts.flatMap((part, index) => {
    const { quantity } = quoted[index] ?? {}
    return part && quantity ? [{ ...part, quantity }] : []
  })
  return { ...judged, ...(await terms(delivered, wholeCents(judged.totalPrice))) }
}

/** What the company calls these parts, by their ids. */
const ownNumbers = async (
  db: Db,
  company: string | undefined,
  parts: readonly (QuotedProduct | undefined)[],
): Promise<ReadonlyMap<string, string>> =>
  company === undefined
    ? new Map()
    : ownNumbersOf(
        db,
        company,
        parts.flatMap((part) => part?._id ?? []),
      )

/** The line of a quote for one or several lines of the same part, which is undefined when it is not for sale. */
function toQuoteLine(
  lines: readonly FoundLine[],
  product: PricedFor<QuotedProduct> | undefined,
  called: ReadonlyMap<string, string>,
): QuoteLine {
  const [first, ...later] = lines
  if (!first) throw new Error('There is no group without a line.')
  const { given } = first
  const { quantity, unclear, offers } = sumOf(lines)
  const shared = {
    given,
    ...(quantity !== undefined && { quantity }),
    ...(unclear.length > 0 && { unclear }),
    ...(later.length > 0 && { merged: later.map((line) => line.given) }),
  }
  if (!product) {
    const { sku, productId, choices = [] } = first
    return {
      ...shared,
      ...(sku !== undefined && { sku }),
      ...(productId !== undefined && { productId }),
      problem: 'unknown',
      ...(choices.length > 0 && { fixes: choices.map(({ sku, name, image }) => ({ sku, name, image })) }),
    }
  }
  const { _id, sku, name, image, quantity: available, minimum, step, prices } = product
  const part = { sku, productId: _id, product: name, image, available, minimum, step, prices: [...prices] }
  const own = first.own ?? called.get(_id)
  return { ...shared, ...part, ...judgeLine(product, quantity, offers), ...(own !== undefined && { own }) }
}

/**
 * The pieces of lines of the same part. With an unclear amount the sum is not known: the offers are what it may be, unless
 * several amounts are unclear.
 */
function sumOf(lines: readonly FoundLine[]) {
  const quantities = lines.flatMap((line) => line.quantity ?? [])
  const sum = quantities.reduce((all, pieces) => all + pieces, 0)
  const open = lines.filter(({ offers }) => offers !== undefined)
  const [first, ...others] = open
  const rest = first?.mayBeNone && sum > 0 ? [0] : []
  const offers = others.length === 0 ? [...rest, ...(first?.offers ?? [])].map((pieces) => sum + pieces) : []
  return {
    quantity: open.length > 0 || quantities.length === 0 ? undefined : sum,
    unclear: open.map(({ given }) => String(given)),
    offers,
  }
}
