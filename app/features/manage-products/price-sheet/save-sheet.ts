import { catalogClient } from '#features/catalog/client.ts'
import type { Product } from '#features/catalog/schema.ts'
import { ProblemError, problemText, unwrap } from '#kit/browser/client.ts'
import { presentProduct } from '../client.ts'
import { priceColumn } from './cells.ts'
import type { CellChange } from './sheet-drafts.ts'

/** What became of a change. `product` is the product as the shop has it now, where that is known. */
export type SaveResult =
  | { readonly outcome: 'saved'; readonly product?: Product }
  | { readonly outcome: 'overwritten'; readonly product: Product }
  | { readonly outcome: 'refused'; readonly problem: string }

/**
 * Saves the changes of one request: prices of a product, or its stock. A stock is saved as the difference, so that pieces that
 * were ordered meanwhile count. Prices replace only the ladder that was shown: when another admin has changed any of it, nothing
 * is saved (`overwritten`); after any other change of the product it is tried again. A stock whose answer was lost is saved only
 * if the product is as it was then: else the difference may count already (`overwritten`). `onSend` is told for which revision a
 * stock is sent. Throws when there is no answer.
 */
export async function saveChanges(
  changes: readonly [CellChange, ...CellChange[]],
  known: Product | undefined,
  { reason, onSend }: { reason: string; onSend: (revision: number) => void },
): Promise<SaveResult> {
  const [change] = changes
  try {
    const product = known ?? (await unwrap(catalogClient.order[':id'].$get({ param: idOf(change) })))
    return await (change.column === 'stock'
      ? saveStock(change, product, { reason, onSend })
      : savePrices(changes, product))
  } catch (error) {
    if (!(error instanceof ProblemError) || isUnanswered(error) || error.status === 401) throw error
    return { outcome: 'refused', problem: problemText(error) }
  }
}

/** Whether nobody knows if the shop has done what was asked: there was no answer, or one that says neither. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ProblemError && (error.status === 0 || error.status >= 500)

const idOf = ({ product }: CellChange): { id: string } => ({ id: encodeURIComponent(product._id) })

/** Others can change the product between two tries. */
const MAXIMUM_TRIES = 3

async function saveStock(
  change: CellChange,
  known: Product,
  { reason, onSend }: { reason: string; onSend: (revision: number) => void },
): Promise<SaveResult> {
  let product = known
  for (let tries = 1; ; tries += 1) {
    const revision = change.sent ?? product.revision
    onSend(revision)
    try {
      const json = { change: change.value - change.was, reason, revision }
      await unwrap(catalogClient.product[':id'].stock.$post({ param: idOf(change), json }))
      return { outcome: 'saved' }
    } catch (error) {
      const present = presentProduct(error)
      if (!present || tries === MAXIMUM_TRIES) throw error
      if (change.sent !== undefined)
        return { outcome: present.quantity === change.value ? 'saved' : 'overwritten', product: present }
      product = present
    }
  }
}

async function savePrices(
  changes: readonly [CellChange, ...CellChange[]],
  known: Product,
): Promise<SaveResult> {
  const [change] = changes
  const shown = ladderText(change.product, (index) => changeAt(changes, index)?.was)
  let product = known
  for (let tries = 1; ladderText(product) === shown; tries += 1) {
    try {
      const json = withPrices(product, changes)
      product = await unwrap(catalogClient.product[':id'].$put({ param: idOf(change), json }))
      return { outcome: 'saved', product }
    } catch (error) {
      const present = presentProduct(error)
      if (!present || tries === MAXIMUM_TRIES) throw error
      product = present
    }
  }
  return { outcome: 'overwritten', product }
}

const changeAt = (changes: readonly CellChange[], index: number): CellChange | undefined =>
  changes.find(({ column }) => column === priceColumn(index))

/** The ladder as text, to compare it; `priceAt` replaces prices of it. */
const ladderText = (
  { prices }: Pick<Product, 'prices'>,
  priceAt: (index: number) => number | undefined = () => undefined,
): string => prices.map(({ from, price }, index) => `${from}:${priceAt(index) ?? price}`).join(' ')

/** The request that changes only prices. */
function withPrices({ prices, attributes, ...product }: Product, changes: readonly CellChange[]) {
  const { _id, price: _, quantity, updatedAt, ...fields } = product
  return {
    ...fields,
    prices: prices.map((each, index) => ({ ...each, price: changeAt(changes, index)?.value ?? each.price })),
    attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, value])),
  }
}
