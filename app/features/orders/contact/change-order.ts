import type { Address } from '#features/delivery/schema.ts'
import type { Db } from '#kit/db/db.ts'
import { AppError, invalidField } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { mailChange } from '../mails/order-mails.ts'
import { lockOrder, orderNotFound } from '../records/lock-order.ts'
import {
  type OrderRow,
  type OrderWithLines,
  recordEvents,
  selectOrders,
  withOwnLines,
} from '../records/order-rows.ts'
import { orderSearchText } from '../records/order-search.ts'
import { oneLineAddress, readTerms, type StoredTerms } from '../records/stored-terms.ts'
import type { OrderChanges } from './schema.ts'

/** The input of `changeOrder`. */
interface Change {
  readonly orderId: string
  /** The customer whose order it has to be; any customer's when absent. */
  readonly ownerId?: string
  readonly actor: string
  readonly changes: Changes
}

/** `deliverTo` is a checked address at which the terms of the order stay the same: see `findNewAddress`. */
type Changes = Omit<OrderChanges, 'deliverTo'> & { readonly deliverTo?: Address | undefined }

/**
 * Changes what these changes name, and records which fields differ now. After the payment a mail tells the customer that
 * phone number or address changed, and admins see what they were. Refused: a cancelled, unknown or another owner's
 * order (404), a shipped one (409), another address of one line for an order with `deliverTo` (422).
 */
export async function changeOrder(
  trx: Db,
  { now }: Pick<Shop, 'now'>,
  { orderId, ownerId, actor, changes }: Change,
): Promise<void> {
  const locked = await lockOrder(trx, orderId)
  if (!locked || (ownerId !== undefined && ownerId !== locked.user_id)) throw orderNotFound()
  refuseShipped(locked)
  const row = await selectOrders(trx).where('orders.id', '=', orderId).executeTakeFirstOrThrow()
  const before = await withOwnLines(trx, row)
  const after = changed(before, changes)
  const fields = changedFields(before, after)
  if (fields.length === 0) return
  const { po_number, note, phone, address, terms } = after
  const at = now()
  const former = before.paid_at === null ? [] : formerContact(before, fields)
  await trx
    .updateTable('orders')
    .set({ po_number, note, phone, address, terms, search_text: searchTextOf(after) })
    .$if(before.paid_at !== null && fields.includes('address'), (query) =>
      query.set({ address_changed_at: at }),
    )
    .where('id', '=', orderId)
    .execute()
  // The names only: what the customer and the log read has no text of the customer.
  const event = { orderId, kind: 'changed', actor, at, detail: fields.join(', ') } as const
  await recordEvents(trx, former.length > 0 ? { ...event, formerContact: former.join(', ') } : event)
  if (former.length > 0) await mailChange(trx, at, 'contact changed', locked)
}

/** Phone number and address as they were, those that differ now. */
const formerContact = (before: OrderWithLines, fields: readonly (keyof OrderChanges)[]): string[] =>
  (['phone', 'address'] as const).filter((field) => fields.includes(field)).map((field) => before[field])

/** What can be changed: the fields with their columns. */
const CHANGEABLE = [
  ['poNumber', 'po_number'],
  ['note', 'note'],
  ['phone', 'phone'],
  ['address', 'address'],
] as const satisfies readonly (readonly [keyof OrderChanges, keyof OrderWithLines])[]

/** The names of the fields that differ. Of an address, what its line does not show counts too. */
const changedFields = (before: OrderWithLines, after: OrderWithLines): (keyof OrderChanges)[] =>
  CHANGEABLE.filter(
    ([field, column]) =>
      after[column] !== before[column] || (field === 'address' && placeOf(after) !== placeOf(before)),
  ).map(([field]) => field)

const placeOf = ({ terms }: OrderWithLines): string => placeOfAddress(readTerms(terms)?.deliverTo)

const placeOfAddress = (address: Address | undefined): string =>
  JSON.stringify({ ...address, phone: undefined })

/** Refused (409): an order of which something is shipped. */
export function refuseShipped({ status, progress }: Pick<OrderRow, 'status' | 'progress'>): void {
  if (status === 'shipped' || progress !== null)
    throw new AppError('conflict', 'The order is shipped already, at least in part, so it cannot be changed.')
}

function changed(order: OrderWithLines, changes: Changes): OrderWithLines {
  const { poNumber, note, address, deliverTo } = changes
  const terms = readTerms(order.terms)
  if (address !== undefined && address !== order.address && terms?.deliverTo)
    throw invalidField('address', 'This order goes to an address with fields: change its deliverTo.')
  const phone = deliverTo?.phone ?? changes.phone
  return {
    ...order,
    ...(poNumber !== undefined && { po_number: poNumber }),
    ...(note !== undefined && { note }),
    ...(phone !== undefined && { phone }),
    ...(address !== undefined && { address }),
    ...(deliverTo && { address: oneLineAddress(deliverTo) }),
    ...(terms && {
      terms: JSON.stringify(changedTerms(terms, { deliverTo, phone, isPaid: order.paid_at !== null })),
    }),
  }
}

interface TermsChange {
  readonly deliverTo: Address | undefined
  readonly phone: string | undefined
  readonly isPaid: boolean
}

/** The invoice of a paid order keeps the address that it has. */
function changedTerms(
  terms: StoredTerms,
  { deliverTo = terms.deliverTo, phone, isPaid }: TermsChange,
): StoredTerms {
  if (!deliverTo) return terms
  const billTo = terms.billTo ?? (isPaid ? terms.deliverTo : undefined)
  const isOther = placeOfAddress(deliverTo) !== placeOfAddress(terms.deliverTo)
  return {
    ...terms,
    deliverTo: phone === undefined || deliverTo.phone === undefined ? deliverTo : { ...deliverTo, phone },
    ...(isOther && billTo && { billTo }),
  }
}

const searchTextOf = ({ po_number: poNumber, ...order }: OrderWithLines): string =>
  orderSearchText({ ...order, poNumber, terms: readTerms(order.terms) })
