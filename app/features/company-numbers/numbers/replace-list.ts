import '../tables.ts'
import type { SignedInUser } from '#features/accounts/accounts.ts'
import { changeAsManager, requireManager } from '#features/companies/companies.ts'
import type { Db } from '#kit/db/db.ts'
import { inParts } from '#kit/rows/in-parts.ts'
import type { Shop } from '#kit/shop.ts'
import type { Replaced } from '../schema.ts'
import { type CheckedNumber, checkList } from './check-list.ts'
import { ofCompany } from './own-numbers.ts'
import type { SentRow } from './read-list.ts'

/** Databases limit the parameters of a statement: SQLite to 32,766, and a row has five. */
const ROWS_AT_ONCE = 5000

type Manager = Pick<SignedInUser, 'id'>

/**
 * Replaces all own numbers of the caller's company, while nobody else changes the company. Refused, with nothing changed: no company
 * (404), a caller who is no manager (403), and wrong rows (422, named).
 */
export async function replaceOwnNumbers(
  { db }: Pick<Shop, 'db'>,
  user: Manager,
  rows: readonly SentRow[],
): Promise<Replaced> {
  await requireManager(db, user.id)
  // Before the transaction: it takes long. Part numbers do not change, and no product is deleted.
  const numbers = await checkList(db, rows)
  return changeAsManager(db, user, async (trx, { company_id }) => {
    const replaced = await compare(trx, company_id, numbers)
    await trx.deleteFrom('company_part_numbers').where(ofCompany(company_id)).execute()
    const stored = numbers.map(({ own, ownKey, productId }, position) => ({
      company_id,
      position,
      own_key: ownKey,
      own,
      product_id: productId,
    }))
    for (const part of inParts(stored, ROWS_AT_ONCE))
      await trx.insertInto('company_part_numbers').values(part).execute()
    return replaced
  })
}

/** What {@link replaceOwnNumbers} would change, with the same refusals. */
export async function previewOwnNumbers(
  { db }: Pick<Shop, 'db'>,
  user: Manager,
  rows: readonly SentRow[],
): Promise<Replaced> {
  const { company_id } = await requireManager(db, user.id)
  return compare(db, company_id, await checkList(db, rows))
}

async function compare(db: Db, companyId: string, numbers: readonly CheckedNumber[]): Promise<Replaced> {
  const stored = await db
    .selectFrom('company_part_numbers')
    .select(['own_key', 'own', 'product_id'])
    .where(ofCompany(companyId))
    .execute()
  const before = new Map(stored.map((row) => [row.own_key, row]))
  const kept = numbers.flatMap((number) => {
    const row = before.get(number.ownKey)
    return row ? [{ number, row }] : []
  })
  const changed = kept.filter(
    ({ number, row }) => row.own !== number.own || row.product_id !== number.productId,
  )
  return {
    before: stored.length,
    after: numbers.length,
    added: numbers.length - kept.length,
    changed: changed.length,
    removed: stored.length - kept.length,
  }
}
