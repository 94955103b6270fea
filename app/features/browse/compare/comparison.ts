import type { OwnPart } from '#features/agreed-prices/own-prices.ts'
import type { Product } from '#features/catalog/schema.ts'
import { comparedFields } from '#features/catalog/shown-fields.ts'
import { lineTotal, reachedBreak } from '#features/pricing/price-line.ts'
import { isSoldOut } from '#features/pricing/quantity-terms.ts'
import { priceTexts, quantityProblemText } from '#features/pricing/texts.ts'
import { formatPrice, formatTotal } from '#kit/money.ts'
import { formatCount, piecesText } from '#kit/text/count-text.ts'

/** An attribute as it is shown: parts of different categories share a row when label and unit are the same. */
export interface ComparedAttribute {
  readonly label: string
  readonly unit?: string | null | undefined
}

export interface ComparedCell {
  readonly text: string
  /** Why the part cannot be ordered in that quantity; in place of a text. */
  readonly problem?: string | undefined
}

/** One row: a fact with a cell for each part. */
export interface ComparedFact extends ComparedAttribute {
  readonly cells: readonly ComparedCell[]
  readonly isDifferent: boolean
}

export interface FactGroup {
  readonly title: string
  readonly isOfPrices?: true
  readonly facts: readonly ComparedFact[]
}

/** The cell of a part that does not have the fact. */
export const NONE = '–'

/**
 * The facts of the parts, in groups, with the prices at one quantity for all of them. `attributes` are those of their
 * categories in sequence.
 */
export function compareParts(
  parts: readonly OwnPart<Product>[],
  attributes: readonly ComparedAttribute[],
  quantity: number,
): FactGroup[] {
  const fact = (
    label: string,
    cellOf: (part: OwnPart<Product>) => ComparedCell,
    unit?: string | null,
  ): ComparedFact => {
    const cells = parts.map(cellOf)
    const texts = new Set(cells.map(({ text, problem }) => `${text}\n${problem ?? ''}`))
    return { label, unit, cells, isDifferent: texts.size > 1 }
  }
  const textFact = (label: string, textOf: (part: OwnPart<Product>) => string | undefined) =>
    fact(label, (part) => ({ text: textOf(part) ?? NONE }))
  return [
    {
      title: `Price of ${piecesText(quantity)}`,
      isOfPrices: true,
      facts: [
        textFact('Per piece', (part) => priceOf(part, quantity)),
        fact('Total', (part) => totalOf(part, quantity)),
        ...[textFact('Prices', ({ listPrices }) => listPrices && 'Your prices')].filter(isAny),
      ],
    },
    {
      title: 'Facts',
      facts: attributes
        .map((attribute) =>
          fact(attribute.label, (part) => ({ text: valueText(part, attribute) }), attribute.unit),
        )
        .filter(isAny),
    },
    {
      title: 'Price per piece',
      isOfPrices: true,
      facts: breakQuantities(parts).map((from) =>
        textFact(`From ${formatCount(from)}`, (part) => (from < part.minimum ? NONE : priceOf(part, from))),
      ),
    },
    {
      title: 'Ordering',
      facts: [
        ...comparedFields.map(({ label, textOf }) => textFact(label, textOf)).filter(isAny),
        textFact('In stock', (part) =>
          isSoldOut(part)
            ? `${formatCount(part.quantity)}, ${priceTexts.soldOut.toLowerCase()}`
            : formatCount(part.quantity),
        ),
      ],
    },
  ]
}

/** Whether one of the parts has the fact. */
const isAny = ({ cells }: ComparedFact): boolean => cells.some(({ text }) => text !== NONE)

/** The groups with only the facts that differ; a group without any is left out. */
export const onlyDifferent = (groups: readonly FactGroup[]): FactGroup[] =>
  groups
    .map((group) => ({ ...group, facts: group.facts.filter(({ isDifferent }) => isDifferent) }))
    .filter(({ facts }) => facts.length > 0)

/** The quantity for all parts unless another is asked for: the smallest that none of them refuses as too few. */
export const defaultQuantity = (parts: readonly Product[]): number =>
  Math.max(...parts.map(({ minimum }) => minimum))

/**
 * The attributes of several categories, each once. What only a later category has stands before the next attribute that
 * it shares with an earlier one.
 */
export function uniteAttributes<Attribute extends ComparedAttribute>(
  categories: readonly (readonly Attribute[])[],
): Attribute[] {
  const united: Attribute[] = []
  for (const attributes of categories) {
    let own: Attribute[] = []
    for (const attribute of attributes) {
      const shared = united.findIndex((other) => isSame(other, attribute))
      if (shared === -1) own.push(attribute)
      else {
        united.splice(shared, 0, ...own)
        own = []
      }
    }
    united.push(...own)
  }
  return united
}

const isSame = (one: ComparedAttribute, other: ComparedAttribute): boolean =>
  one.label === other.label && (one.unit ?? '') === (other.unit ?? '')

/** The value without its unit, which the row has in its head. */
const valueText = ({ attributes }: Product, wanted: ComparedAttribute): string =>
  String(attributes.find((attribute) => isSame(attribute, wanted))?.value ?? NONE)

const priceOf = (part: Product, quantity: number): string => formatPrice(reachedBreak(part, quantity).price)

/** The quantities at which the price of one of the parts changes. */
const breakQuantities = (parts: readonly Product[]): number[] =>
  [...new Set(parts.flatMap(({ prices }) => prices.map(({ from }) => from)))].sort((a, b) => a - b)

/** The total of so many pieces, or in its place why they cannot be ordered. */
export function totalOf(part: Product, quantity: number): ComparedCell {
  const problem = quantityProblemText(part, quantity)
  return problem === undefined ? { text: formatTotal(lineTotal(part, quantity)) } : { text: '', problem }
}
