import type { Address, GivenAddress } from '#features/delivery/schema.ts'
import { findTerms, type OrderTerms, refuseUndelivered } from '#features/quote/order-terms.ts'
import { currentSettings } from '#features/settings/settings.ts'
import type { Tax } from '#features/tax/schema.ts'
import { readVatId, type VatService } from '#features/tax/tax.ts'
import { centsToDollars, exactCents, formatTotal } from '#kit/money.ts'
import { AppError, invalidField } from '#kit/server/app-error.ts'
import { fromE4 } from '#kit/ten-thousandths.ts'
import { confirmedVat, type DeliveryContext, readAddress } from '../placing/order-delivery.ts'
import { orderNotFound } from '../records/lock-order.ts'
import { type OrderWithLines, selectOrders, withOwnLines } from '../records/order-rows.ts'
import { readTerms, type StoredTerms } from '../records/stored-terms.ts'
import { orderRefusals } from '../refusals.ts'
import { refuseShipped } from './change-order.ts'

/**
 * The checked address to which an order can go instead: price, tax and method of delivery stay what they are there. Refused:
 * another customer's order (404), a shipped one (409), no address, or one where nothing delivers (422), and one where
 * something would be otherwise (409 `price_changed`, with what would be payable).
 */
export async function findNewAddress(
  context: DeliveryContext,
  orderId: string,
  given: GivenAddress,
): Promise<Address> {
  const { db } = context.shop
  const row = await selectOrders(db).where('orders.id', '=', orderId).executeTakeFirst()
  if (!row || row.user_id !== context.customerId) throw orderNotFound()
  refuseShipped(row)
  const terms = readTerms(row.terms)
  if (!terms) throw invalidField('deliverTo', 'This order has an address of one line: change its address.')
  const address = await readAddress(context, 'deliverTo', given)
  await refuseOtherTerms(context, { order: await withOwnLines(db, row), terms, address })
  return address
}

interface NewAddress {
  readonly order: OrderWithLines
  readonly terms: StoredTerms
  readonly address: Address
}

async function refuseOtherTerms({ shop, vat }: DeliveryContext, { order, terms, address }: NewAddress) {
  const settings = await currentSettings(shop)
  const question = {
    settings,
    lines: order.lines.map(({ weight_e4, quantity }) => ({
      weight: weight_e4 === null ? undefined : fromE4(weight_e4),
      quantity,
    })),
    linesCents: order.total_cents - order.charges_cents,
    to: address,
    vatId: terms.tax.vatId === undefined ? undefined : readVatId(terms.tax.vatId),
    now: shop.now(),
  }
  const service = knownVat(vat, terms, address)
  const same = await findTerms(service, { ...question, delivery: terms.delivery?._id })
  if (isSame(same, terms, order)) return
  const next = same.chosen ? same : await findTerms(service, question)
  refuseUndelivered(next, { settings, to: address, delivery: undefined })
  const payable = centsToDollars(next.totals.payableCents)
  throw new AppError(
    orderRefusals.priceChanged,
    `At this address price, tax or delivery would not be what they are: the order would come to ${formatTotal(payable)}. Nothing was changed.`,
    { payable },
  )
}

/**
 * What VIES said when the order was placed holds on. It is asked again only when it did not confirm the ID, and the order goes to
 * another country now.
 */
const knownVat = (vat: VatService, { tax, deliverTo }: StoredTerms, { country }: Address): VatService =>
  confirmedVat(tax) ?? (deliverTo?.country === country ? { check: async () => ({ state: 'refused' }) } : vat)

const isSame = ({ chosen, tax, totals }: OrderTerms, before: StoredTerms, order: OrderWithLines): boolean =>
  chosen?._id === before.delivery?._id &&
  totals.deliveryCents === exactCents(before.delivery?.price ?? 0) &&
  totals.payableCents === order.total_cents &&
  isSameTax({ ...tax, amount: centsToDollars(totals.taxCents) }, before.tax)

const isSameTax = (one: Pick<Tax, 'kind' | 'percent' | 'amount'>, other: Tax): boolean =>
  one.kind === other.kind && one.percent === other.percent && one.amount === other.amount
