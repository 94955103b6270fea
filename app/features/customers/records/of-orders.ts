import { sql } from 'kysely'
import type { SavedAddress } from '#features/delivery/client.ts'
import { addressLines } from '#features/delivery/delivery.ts'
import type { Address } from '#features/delivery/schema.ts'
import { ordersOf, ordersPlacedOrEntered, selectAllOrders, termsMembers } from '#features/orders/orders.ts'
import type { Db } from '#kit/db/db.ts'
import type { Bought, Customer } from '../schema.ts'

/** So many of the last orders are looked at. */
const LOOKED_AT = 50

/** So many addresses are offered. */
const MAXIMUM_OFFERED = 10

/**
 * Where past orders of a customer went and who got their invoices, the last first, each once. While the e-mail is not verified only
 * of those that staff entered: whoever registered may be somebody else.
 */
export async function listPastAddresses(
  db: Db,
  { _id: id, emailVerified }: Pick<Customer, '_id' | 'emailVerified'>,
): Promise<SavedAddress[]> {
  const rows = await selectAllOrders(db)
    .where(emailVerified ? ordersOf(id) : ordersPlacedOrEntered(id, true))
    .where('orders.cancelled_at', 'is', null)
    .where('orders.planted', '=', 0)
    .where('orders.terms', 'is not', null)
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(LOOKED_AT)
    .execute()
  const found = rows.flatMap((row): SavedAddress[] => {
    const { deliverTo, billTo, tax } = termsMembers(row)
    return [deliverTo, billTo]
      .filter((address) => address !== undefined)
      .map((address, index) => ({
        ...offeredAddress(`order ${row.id} ${index}`, `Order ${row.number}`, address),
        ...(tax?.vatId !== undefined && { vatId: tax.vatId }),
      }))
  })
  return withoutRepeats(found).slice(0, MAXIMUM_OFFERED)
}

/** An address that is in no address book. */
export const offeredAddress = (id: string, label: string, address: Address): SavedAddress => ({
  _id: id,
  label,
  isDefault: false,
  ...address,
  addressLines: addressLines(address),
})

/** Each address once, without those of `known`. */
export function withoutRepeats(
  addresses: readonly SavedAddress[],
  known: readonly SavedAddress[] = [],
): SavedAddress[] {
  const seen = new Set(known.map(textOf))
  return addresses.filter((address) => {
    const isNew = !seen.has(textOf(address))
    seen.add(textOf(address))
    return isNew
  })
}

const textOf = ({ addressLines: lines }: SavedAddress): string => lines.join('\n')

/** So many parts are named. */
const MAXIMUM_BOUGHT = 10

/** The parts of which the customer paid for the most pieces. */
export async function listBought(db: Db, id: string): Promise<Bought[]> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .select(['order_lines.product_id', sql<string>`max(order_lines.product_name)`.as('name')])
    .select(({ fn }) => [
      sql<string>`max(order_lines.sku)`.as('sku'),
      fn.sum<number>('order_lines.quantity').as('pieces'),
      fn.countAll<number>().as('orders'),
    ])
    .where(ordersOf(id))
    .where('orders.paid_at', 'is not', null)
    .groupBy('order_lines.product_id')
    .orderBy('pieces', 'desc')
    .orderBy('order_lines.product_id')
    .limit(MAXIMUM_BOUGHT)
    .execute()
  return rows.map(({ product_id, pieces, orders, ...part }) => ({
    productId: product_id,
    ...part,
    pieces: Number(pieces),
    orders: Number(orders),
  }))
}
