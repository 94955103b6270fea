import { readDrafts } from '#kit/browser/drafts.ts'
import type { OrderDetails } from '../schema.ts'

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

/** Before a reload, a change of the order was typed and not saved. */
export const isBegun = ({ email, _id }: Pick<OrderDetails, 'email' | '_id'>): boolean =>
  Object.entries(readDrafts(email)).some(
    ([name, text]) => text && name.startsWith(PREFIX) && name.endsWith(` of ${_id}`),
  )
