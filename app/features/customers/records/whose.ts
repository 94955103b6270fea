import { type RawBuilder, sql } from 'kysely'
import '../tables.ts'

/** Of whom a row is: the condition by which every statement about notes, card or tags of a customer finds them. */
export const ofCustomer = (id: string): RawBuilder<boolean> => sql`user_id = ${id}`

/** Whether a customer has the tag, for a statement about their sums. */
export const hasTag = (tag: string): RawBuilder<boolean> =>
  sql`customer_sums.user_id in (select tagged.user_id from customer_tags as tagged where tagged.tag = ${tag})`
