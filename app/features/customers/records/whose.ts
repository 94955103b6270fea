import { type RawBuilder, sql } from 'kysely'
import '../tables.ts'

/** Of whom a row is: the condition by which every statement about notes, card or tags of a customer finds them. */
export const ofCustomer = (id: string): RawBuilder<boolean> => sql`user_id = ${id}`
