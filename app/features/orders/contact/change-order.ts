import type { SignedInUser } from '#features/accounts/accounts.ts'
import type { Db } from '#kit/db/db.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { findOrderDetails } from '../details/order-details.ts'
import { mailCustomers } from '../mails/order-mails.ts'
import { lockOrder, orderNotFound } from '../records/lock-order.ts'
import { type OrderWithLines, recordEvents, selectOrders, withOwnLines } from '../records/order-rows.ts'
import { orderSearchText } from '../records/order-search.ts'
import type { OrderChanges, OrderDetails } from '../schema.ts'

/** Changes the customer's own order; see {@link changeOrder}. Another customer's is refused (404). */
export async function changeOwnOrder(
  shop: Shop,
  customer: SignedInUser,
  orderId: string,
  changes: OrderChanges,
): Promise<OrderDetails> {
  const change = { orderId, ownerId: customer.id, actor: customer.id, changes }
  await shop.db.transaction().execute((trx) => changeOrder(trx, shop, change))
  return findOrderDetails(shop.db, customer, orderId)
}

/** The input of `changeOrder`. */
interface Change {
  readonly orderId: string
  /** The customer whose order it has to be; any customer's when absent. */
  readonly ownerId?: string
  readonly actor: string
  readonly changes: OrderChanges
}

/**
 * Changes what these changes name, and records which fields differ now. After the payment a mail tells the customer that
 * phone number or address changed, and admins see what they were. Refused: a cancelled, unknown or another owner's
 * order (404), a shipped one (409).
 */
export async function changeOrder(
  trx: Db,
  { now }: Pick<Shop, 'now'>,
  { orderId, ownerId, actor, changes }: Change,
): Promise<void> {
  const locked = await lockOrder(trx, orderId)
  if (!locked || (ownerId !== undefined && ownerId !== locked.user_id)) throw orderNotFound()
  if (locked.status === 'shipped' || locked.progress !== null)
    throw new AppError('conflict', 'The order is shipped already, at least in part, so it cannot be changed.')
  const row = await selectOrders(trx).where('orders.id', '=', orderId).executeTakeFirstOrThrow()
  const before = await withOwnLines(trx, row)
  const after = changed(before, changes)
  const fields = CHANGEABLE.filter(([, column]) => after[column] !== before[column]).map(([field]) => field)
  if (fields.length === 0) return
  const { po_number, note, phone, address } = after
  const at = now()
  const former = before.paid_at === null ? [] : formerContact(before, after)
  await trx
    .updateTable('orders')
    .set({ po_number, note, phone, address, search_text: searchTextOf(after) })
    .$if(before.paid_at !== null && address !== before.address, (query) =>
      query.set({ address_changed_at: at }),
    )
    .where('id', '=', orderId)
    .execute()
  // The names only: what the customer and the log read has no text of the customer.
  const event = { orderId, kind: 'changed', actor, at, detail: fields.join(', ') } as const
  await recordEvents(trx, former.length > 0 ? { ...event, formerContact: former.join(', ') } : event)
  if (former.length > 0) await mailCustomers(trx, at, 'contact changed', locked)
}

/** Phone number and address as they were, those that differ now. */
const formerContact = (before: OrderWithLines, after: OrderWithLines): string[] =>
  (['phone', 'address'] as const)
    .filter((column) => after[column] !== before[column])
    .map((column) => before[column])

/** What can be changed: the fields with their columns. */
const CHANGEABLE = [
  ['poNumber', 'po_number'],
  ['note', 'note'],
  ['phone', 'phone'],
  ['address', 'address'],
] as const satisfies readonly (readonly [keyof OrderChanges, keyof OrderWithLines])[]

function changed(order: OrderWithLines, { poNumber, note, phone, address }: OrderChanges): OrderWithLines {
  return {
    ...order,
    ...(poNumber !== undefined && { po_number: poNumber }),
    ...(note !== undefined && { note }),
    ...(phone !== undefined && { phone }),
    ...(address !== undefined && { address }),
  }
}

const searchTextOf = ({ po_number: poNumber, ...order }: OrderWithLines): string =>
  orderSearchText({ ...order, poNumber })
