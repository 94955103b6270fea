import { confirmedVat, type DeliveryContext, findStoredTerms, readTerms } from '#features/orders/changing.ts'
import type { OrderRow } from '#features/orders/orders.ts'
import type { DeliveredLine } from '#features/quote/order-terms.ts'
import { refuseUndelivered, toDelivery } from '#features/quote/order-terms.ts'
import { readVatId } from '#kit/input/vat-id.ts'
import { formatTotal } from '#kit/money.ts'
import { invalidField } from '#kit/server/app-error.ts'
import { listText } from '#kit/text/list-text.ts'

/** What is to be delivered where an order goes; without `delivery` by the method that it has. */
interface PlannedDelivery {
  readonly lines: readonly DeliveredLine[]
  readonly linesCents: number
  readonly delivery: string | undefined
}

/** Whether an order is to go by the method that it has: no other one is asked for. */
export const keepsDelivery = ({ terms }: OrderRow, delivery: string | undefined): boolean =>
  delivery === undefined || delivery === readTerms(terms)?.delivery?._id

/** Delivery and tax of other lines of an order, as they are found when one is placed: to its addresses, with its VAT ID. */
export function findPlannedTerms(
  { shop, vat }: Pick<DeliveryContext, 'shop' | 'vat'>,
  order: OrderRow,
  { lines, linesCents, delivery }: PlannedDelivery,
) {
  const stored = readTerms(order.terms)
  const { vatId } = stored?.tax ?? {}
  return findStoredTerms(
    { shop, vat: (stored && confirmedVat(stored.tax)) ?? vat },
    {
      lines,
      linesCents,
      deliverTo: stored?.deliverTo,
      billTo: stored?.billTo,
      delivery: delivery ?? stored?.delivery?._id,
      vatId: vatId === undefined ? undefined : readVatId(vatId),
    },
  )
}

/** Refused (422): nothing delivers these lines, or not by the method that was asked for; then it says which ones do. */
export function refuseOtherDelivery({ found, asked }: Awaited<ReturnType<typeof findPlannedTerms>>): void {
  const { offered, chosen } = found
  if (!chosen && asked.delivery !== undefined && offered.length > 0) {
    const names = offered.map(toDelivery).map(({ name, price }) => `${name} (${formatTotal(price)})`)
    throw invalidField(
      'delivery',
      `The delivery of this order does not take these parts. ${listText(names)} ${names.length === 1 ? 'does' : 'do'}. Nothing was changed.`,
    )
  }
  refuseUndelivered(found, { ...asked, pointer: 'lines' })
}
