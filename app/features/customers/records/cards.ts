import '../tables.ts'
import { checkAddress } from '#features/delivery/delivery.ts'
import type { Address } from '#features/delivery/schema.ts'
import type { Db } from '#kit/db/db.ts'
import { checkVatId } from '#kit/input/vat-id.ts'
import { invalidFields } from '#kit/server/app-error.ts'
import type { CustomerCard, Place, SaveCustomer } from '../schema.ts'
import { ofCustomer } from './whose.ts'

/** What staff wrote of a customer, with the tags. */
export interface KeptCard {
  readonly card: CustomerCard
  readonly tags: readonly string[]
}

const NOTHING: CustomerCard = { revision: 0 }

/** What staff wrote of a customer; revision 0 when they wrote nothing. */
export async function readCard(db: Db, id: string): Promise<KeptCard> {
  const row = await db
    .selectFrom('customer_cards')
    .select(['company', 'phone', 'vat_id', 'address', 'revision'])
    .where(ofCustomer(id))
    .executeTakeFirst()
  const tags = await db
    .selectFrom('customer_tags')
    .select('tag')
    .where(ofCustomer(id))
    .orderBy('tag')
    .execute()
  return { card: row ? toCard(row) : NOTHING, tags: tags.map(({ tag }) => tag) }
}

interface CardRow {
  readonly company: string | null
  readonly phone: string | null
  readonly vat_id: string | null
  readonly address: string | null
  readonly revision: number
}

const toCard = ({ company, phone, vat_id, address, revision }: CardRow): CustomerCard => ({
  revision,
  ...(company !== null && { company }),
  ...(phone !== null && { phone }),
  ...(vat_id !== null && { vatId: vat_id }),
  ...(address !== null && { address: JSON.parse(address) as Place }),
})

/** The card and the tags of a request. Refused (422): an address and a VAT ID that are none. */
export function checkCard({ name, company, phone, vatId, address, tags = [] }: SaveCustomer): KeptCard {
  const { vatId: read, problem } = vatId ? checkVatId(vatId) : {}
  const checked = address && checkAddress({ ...address, name, ...(company && { company }) })
  const problems = [
    ...(checked?.problems ?? []).map(({ pointer, detail }) => ({
      pointer: IN_PERSON.test(pointer) ? pointer : `/address${pointer}`,
      detail,
    })),
    ...(problem === undefined ? [] : [{ pointer: '/vatId', detail: problem }]),
  ]
  if (problems.length > 0) throw invalidFields('', problems)
  const card = {
    revision: 0,
    ...(company && { company }),
    ...(phone && { phone }),
    ...(read && { vatId: read.id }),
    ...(checked?.address && { address: placeOf(checked.address) }),
  }
  return { card, tags: [...new Set(tags)].sort() }
}

/** What is wrong with whom an address is for is wrong with the customer. */
const IN_PERSON = /^\/(name|company)$/

const placeOf = ({ name: _, company: __, phone: ___, ...place }: Address): Place => place

/** Writes what staff wrote in place of what they wrote before. */
export async function writeCard(
  trx: Db,
  id: string,
  { card: { company, phone, vatId, address, revision }, tags }: KeptCard,
  isEntered: boolean,
): Promise<void> {
  const columns = {
    company: company ?? null,
    phone: phone ?? null,
    vat_id: vatId ?? null,
    address: address ? JSON.stringify(address) : null,
    revision,
  }
  await trx
    .insertInto('customer_cards')
    .values({ user_id: id, ...columns, is_entered: isEntered ? 1 : 0 })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
    .execute()
  await trx.deleteFrom('customer_tags').where(ofCustomer(id)).execute()
  if (tags.length > 0)
    await trx
      .insertInto('customer_tags')
      .values(tags.map((tag) => ({ user_id: id, tag })))
      .execute()
  // Who was entered is listed before the first order.
  await trx
    .insertInto('customer_sums')
    .values({ user_id: id, orders: 0, paid_cents: 0, last_at: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes what staff wrote of a customer: notes aside. */
export async function deleteCardOf(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('customer_cards').where(ofCustomer(userId)).execute()
  await trx.deleteFrom('customer_tags').where(ofCustomer(userId)).execute()
}

/** The ids of those of these accounts that staff made: they are kept though nobody has verified them. */
export async function findEnteredCustomers(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('customer_cards')
    .select('user_id as id')
    .where('customer_cards.is_entered', '=', 1)
    .where(({ eb, ref }) => eb(ref('customer_cards.user_id'), 'in', ids))
    .execute()
  return new Set(rows.map(({ id }) => id))
}
