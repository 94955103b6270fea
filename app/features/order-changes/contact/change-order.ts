import type { SignedInUser } from '#features/accounts/accounts.ts'
import type { Address } from '#features/delivery/schema.ts'
import {
  changeableOrders,
  isAsRead,
  mailChange,
  notAmongThem,
  type OrderWithLines,
  oneLineAddress,
  orderSearchText,
  readTerms,
  type StoredTerms,
  selectOrders,
  withOwnLines,
  writeContact,
} from '#features/orders/changing.ts'
import {
  actorOf,
  lockOrder,
  type OrderRow,
  orderNotFound,
  recordStep,
  transition,
} from '#features/orders/orders.ts'
import { areCurrentSettings } from '#features/settings/settings.ts'
import { recordAudit } from '#kit/audit/audit.ts'
import type { Db } from '#kit/db/db.ts'
import { invalidField } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import type { NewAddress } from './new-address.ts'
import type { OrderChanges } from './schema.ts'

/** The input of `changeOrder`. */
interface Change {
  readonly orderId: string
  /** Whose order it has to be, unless it is an admin; absent for whoever has the payment link. */
  readonly by?: SignedInUser
  readonly actor: string
  readonly changes: Omit<OrderChanges, 'deliverTo'>
  readonly checked?: CheckedAddress | undefined
}

/** An address at which the terms of the order stay the same, and the order as it was read to find that out. */
export interface CheckedAddress extends NewAddress {
  readonly order: OrderWithLines
}

type Changes = Change['changes'] & { readonly deliverTo?: Address | undefined }

/**
 * Changes what these changes name, and records which fields differ now. False, with nothing changed, when the order or the
 * settings are not as they were when its new address was checked. A mail tells the customer of a change of phone number or
 * address after the payment, of every change by an admin, and of every change of an order that an admin entered. Refused: a
 * cancelled, unknown or another owner's order (404), a shipped one (409), another address of one line for an order with
 * `deliverTo` (422).
 */
export async function changeOrder(
  trx: Db,
  { now }: Pick<Shop, 'now'>,
  { orderId, by, actor, changes, checked }: Change,
): Promise<boolean> {
  const locked = await lockOrder(trx, orderId)
  if (!locked) throw by ? notAmongThem(by) : orderNotFound()
  const order = selectOrders(trx).where('orders.id', '=', orderId)
  const row = await (by ? order.where(changeableOrders(by)) : order).executeTakeFirst()
  if (!row) throw by ? notAmongThem(by) : orderNotFound()
  const at = now()
  const step = transition(row, 'change contact', { by: by ? actorOf(by, row) : 'link', at })
  const before = await withOwnLines(trx, row)
  if (checked && !(await isAsChecked(trx, before, checked))) return false
  const after = changed(before, { ...changes, deliverTo: checked?.address })
  const fields = changedFields(before, after)
  if (fields.length === 0) return true
  const isOtherAddress = isWatched(before) && fields.includes('address')
  await writeContact(trx, after, {
    searchText: searchTextOf(after),
    addressChangedAt: isOtherAddress ? at : undefined,
  })
  const byAdmin = by && by.id !== row.user_id ? by : undefined
  const former = isWatched(before) || byAdmin ? formerContact(before, fields) : []
  // The names only: what the customer and the log read has no text of the customer.
  const detail = fields.join(', ')
  const told = { actor, at, detail, ...(former.length > 0 && { formerContact: former.join(', ') }) }
  await recordStep(trx, step, locked, told)
  if (byAdmin) {
    const what = [{ field: 'changed', from: null, to: detail }]
    await recordAudit(trx, { by: byAdmin, at, kind: 'order.changed', subject: orderId, changes: what })
  }
  if (former.length > 0 || byAdmin || row.entered_by !== null) await mailChange(trx, at, step, locked)
  return true
}

async function isAsChecked(trx: Db, before: OrderWithLines, checked: CheckedAddress): Promise<boolean> {
  const { order, settingsRevision } = checked
  if (!isAsRead(before, order, WHAT_DECIDES)) return false
  return settingsRevision === undefined || areCurrentSettings(trx, settingsRevision)
}

/** What the check of a new address reads of the order. */
const WHAT_DECIDES = ['lines', 'total_cents', 'charges_cents', 'terms'] as const

/** Whether admins see what phone number and address of the order were before a change, and the customer gets a mail. */
const isWatched = ({ paid_at, entered_by }: OrderRow): boolean => paid_at !== null || entered_by !== null

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
