import type { SignedInUser } from '#features/accounts/accounts.ts'
import { recordAudit } from '#kit/audit/audit.ts'
import type { Db } from '#kit/db/db.ts'
import type { Shop } from '#kit/shop.ts'
import { type ChosenColumn, chosenColumns, USUAL_COLUMNS } from '../states.ts'
import '../tables.ts'

/** In their sequence; a choice of another release may name columns that are gone. */
const inSequence = (columns: readonly string[]): ChosenColumn[] =>
  chosenColumns.filter((column) => columns.includes(column))

/** The columns of Manage Products that are shown to the account. */
export async function findColumns(db: Db, userId: string): Promise<ChosenColumn[]> {
  const row = await db
    .selectFrom('product_columns')
    .select('columns')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ? inSequence(JSON.parse(row.columns)) : [...USUAL_COLUMNS]
}

/** Keeps which columns the account wants to see. Resolves to them in their sequence. */
export async function chooseColumns(
  shop: Shop,
  by: SignedInUser,
  columns: readonly ChosenColumn[],
): Promise<ChosenColumn[]> {
  const chosen = inSequence(columns)
  const row = { user_id: by.id, columns: JSON.stringify(chosen) }
  await shop.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('product_columns')
      .values(row)
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ columns: row.columns }))
      .execute()
    const subject = chosen.join(', ')
    await recordAudit(trx, { by, at: shop.now(), kind: 'product-columns.chosen', subject })
  })
  return chosen
}

/** Deletes the choice of an account that is deleted. */
export async function deleteColumnsOf(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('product_columns').where('user_id', '=', userId).execute()
}
