import type { SignedInUser } from '#features/accounts/accounts.ts'
import { type ChosenColumn, chosenColumns, FIXED_COLUMNS, USUAL_COLUMNS } from '#features/orders/states.ts'
import { recordAudit } from '#kit/audit/audit.ts'
import type { Db } from '#kit/db/db.ts'
import type { Shop } from '#kit/shop.ts'
import '../tables.ts'

/** The columns that are shown to the admin, in their sequence; a choice of another release may name columns that are gone. */
export async function findColumns(db: Db, adminId: string): Promise<ChosenColumn[]> {
  const row = await db
    .selectFrom('order_columns')
    .select('columns')
    .where('user_id', '=', adminId)
    .executeTakeFirst()
  return row ? inSequence(JSON.parse(row.columns)) : [...USUAL_COLUMNS]
}

/** Keeps which columns the admin wants to see. Resolves to them in their sequence. */
export async function chooseColumns(
  shop: Shop,
  admin: SignedInUser,
  columns: readonly ChosenColumn[],
): Promise<ChosenColumn[]> {
  const chosen = inSequence(columns)
  const row = { user_id: admin.id, columns: JSON.stringify(chosen) }
  await shop.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('order_columns')
      .values(row)
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ columns: row.columns }))
      .execute()
    await recordAudit(trx, {
      by: admin,
      at: shop.now(),
      kind: 'order-columns.chosen',
      subject: chosen.join(', '),
    })
  })
  return chosen
}

/** Also a choice that was kept when the columns of the specification could be hidden has them. */
const inSequence = (columns: readonly string[]): ChosenColumn[] =>
  chosenColumns.filter((column) => columns.includes(column) || FIXED_COLUMNS.includes(column))
