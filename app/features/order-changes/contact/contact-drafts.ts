import { currentSession } from '#features/accounts/browser-session.ts'
import type { OrderDetails } from '#features/orders/schema.ts'
import { readDrafts } from '#kit/browser/drafts.ts'

const PREFIX = 'contact: '

/** The names of the drafts of the fields that change an order. */
export const draftsOf = <Field extends string>(
  fields: readonly Field[],
  orderId: string,
): Record<Field, string> =>
  Object.fromEntries(fields.map((field) => [field, `${PREFIX}${field} of ${orderId}`])) as Record<
    Field,
    string
  >

/** Before a reload, a change of the order was typed and not saved. It is kept for whoever types, who may be of the staff. */
export function isBegun({ _id }: Pick<OrderDetails, '_id'>): boolean {
  const session = currentSession()
  return Object.entries(session ? readDrafts(session.email) : {}).some(
    ([name, text]) => text && name.startsWith(PREFIX) && name.endsWith(` of ${_id}`),
  )
}
